import '../../../ui/plate.css';
import type { ConstellationTotals } from '@oniverse/contracts';
import { useConnection } from '../../../live/connection.store.js';
import { LIVE_TEXTS } from '../../../live/live.texts.js';
import { Badge } from '../../../ui/badge.js';
import { Stats } from '../../../ui/facts.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { densityOf, type Graph } from './graph.js';

interface NetworkStatsProps {
  graph: Graph | undefined;
  /** Set if the graph is only a part of the network. */
  totals: ConstellationTotals | undefined;
}

export function NetworkStats({ graph, totals }: NetworkStatsProps) {
  const texts = CONSTELLATION_TEXTS.stats;
  const { number, share } = CONSTELLATION_TEXTS;
  const status = useConnection((connection) => connection.status);
  const shown = { nodes: graph?.nodes.length ?? 0, links: graph?.links.length ?? 0 };
  // Live changes may have added nodes since the totals were counted.
  const nodes = Math.max(shown.nodes, totals?.nodes ?? 0);
  const links = Math.max(shown.links, totals?.links ?? 0);
  const counted = (name: string, all: number, some: number, scope: string[] = []) => ({
    name,
    value: graph ? number(all) : texts.unknown,
    note: [...scope, ...(all > some ? [texts.showing(some)] : [])].join(', ') || undefined,
  });
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
      <div className="plate__head">
        <h2 className="h4" id="network-stats">
          {texts.title}
        </h2>
        <Badge filled={status === 'live'} tone={status === 'live' ? 'accent' : 'neutral'}>
          {LIVE_TEXTS.badge[status]}
        </Badge>
      </div>
      <Stats
        stats={[
          // Home and the landing page count the nodes formed, which are others.
          counted(texts.nodes, nodes, shown.nodes, [texts.public]),
          counted(texts.links, links, shown.links),
          { name: texts.density, value: density },
        ]}
      />
    </section>
  );
}
