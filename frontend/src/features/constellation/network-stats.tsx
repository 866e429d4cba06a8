import { useConnection } from '../../live/connection.store.js';
import { LIVE_TEXTS } from '../../live/live.texts.js';
import { Badge } from '../../ui/badge.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { densityOf, type Graph } from './graph.js';

/** How large the network is, and how much of what could be connected is. */
export function NetworkStats({ graph }: { graph: Graph | undefined }) {
  const texts = CONSTELLATION_TEXTS.stats;
  const { number, share } = CONSTELLATION_TEXTS;
  const status = useConnection((connection) => connection.status);
  const nodes = graph?.nodes.length;
  const links = graph?.links.length;
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
      <dl className="stats">
        <div>
          <dt>{texts.nodes}</dt>
          <dd className="num">{nodes === undefined ? texts.unknown : number(nodes)}</dd>
        </div>
        <div>
          <dt>{texts.links}</dt>
          <dd className="num">{links === undefined ? texts.unknown : number(links)}</dd>
        </div>
        <div>
          <dt>{texts.density}</dt>
          <dd className="num">
            {nodes === undefined || links === undefined ? texts.unknown : share(densityOf(nodes, links))}
            <small>%</small>
          </dd>
        </div>
      </dl>
    </section>
  );
}
