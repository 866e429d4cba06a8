import { useConnection } from '../../live/connection.store.js';
import { LIVE_TEXTS } from '../../live/live.texts.js';
import { Badge } from '../../ui/badge.js';
import { Stats } from '../../ui/facts.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { densityOf, type Graph } from './graph.js';

/** How large the network is, and how much of what could be connected is. */
export function NetworkStats({ graph }: { graph: Graph | undefined }) {
  const texts = CONSTELLATION_TEXTS.stats;
  const { number, share } = CONSTELLATION_TEXTS;
  const status = useConnection((connection) => connection.status);
  const nodes = graph?.nodes.length ?? 0;
  const links = graph?.links.length ?? 0;
  const told = (text: string) => (graph ? text : texts.unknown);
  const density = graph ? (
    <>
      {share(densityOf(nodes, links))}
      <small>%</small>
    </>
  ) : (
    texts.unknown
  );
  return (
    <section aria-labelledby="network-stats">
      <div className="plate__h">
        <h2 className="h4" id="network-stats">
          {texts.title}
        </h2>
        <Badge filled={status === 'live'} tone={status === 'live' ? 'accent' : 'neutral'}>
          {LIVE_TEXTS.badge[status]}
        </Badge>
      </div>
      <Stats
        stats={[
          { name: texts.nodes, value: told(number(nodes)) },
          { name: texts.links, value: told(number(links)) },
          { name: texts.density, value: density },
        ]}
      />
    </section>
  );
}
