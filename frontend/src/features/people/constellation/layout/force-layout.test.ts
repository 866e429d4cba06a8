import { describe, expect, it } from '@jest/globals';
import type { Constellation } from '@oniverse/contracts';
import { link, node } from '../../../../testing/network.js';
import { clusterIndexes, clustersOf } from '../clusters.js';
import { trimmedLine } from '../drawing/marks.js';
import { applyFilter, NO_FILTER } from '../filter.js';
import { graphOf } from '../graph.js';
import { ForceLayout } from './force-layout.js';

const idOf = (index: number) => `m${String(index).padStart(3, '0')}`;

function clusteredNetwork(clusters: number, size: number, unlinked: number): Constellation {
  const users = Array.from({ length: clusters * size + unlinked }, (_, index) =>
    node(idOf(index), `member_${index}`, index === 0),
  );
  const connections = Array.from({ length: clusters }, (_, cluster) =>
    Array.from({ length: size * size }, (__, pair) => [pair % size, Math.floor(pair / size)] as const)
      .filter(([a, b]) => a < b)
      .map(([a, b]) => link(idOf(cluster * size + a), idOf(cluster * size + b), `tag${cluster}`)),
  ).flat();
  return { users, connections };
}

/** @param share how much each tick cools the layout, at least the usual share */
function runLayout(network: Constellation, known?: Float32Array, share = 0) {
  const graph = graphOf(network);
  const { ends, strengths, own } = graph;
  const positions = known ?? new Float32Array(network.users.length * 2).fill(Number.NaN);
  const layout = new ForceLayout({
    kind: 'arrange',
    requestId: 1,
    positions,
    ends,
    strengths,
    clusters: clusterIndexes(clustersOf(graph, applyFilter(graph, NO_FILTER)), graph.nodes.length),
    own,
    alpha: 1,
    immediate: true,
  });
  let ticks = 0;
  for (; !layout.settled; ticks += 1) {
    layout.tick();
    layout.coolBy(share);
  }
  const list = layout.positions();
  const points = network.users.map((_, index) => ({ x: list[index * 2] ?? 0, y: list[index * 2 + 1] ?? 0 }));
  return { graph, list, points, ticks };
}

describe('the layout of a large network', () => {
  const network = clusteredNetwork(6, 30, 120);
  const { graph, list, points } = runLayout(network);
  const linked = points.slice(0, 180);
  const band = points.slice(180);

  it('leaves room for a line between any two linked nodes', () => {
    const lines = graph.links.map((_, index) => trimmedLine(graph, list, index));
    const lengths = lines.map((line) => (line ? Math.hypot(line.x2 - line.x1, line.y2 - line.y1) : 0));
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(4);
  });

  it('places unlinked nodes in a band below all others, apart from each other', () => {
    const lowest = Math.max(...linked.map(({ y }) => y));
    for (const { x, y } of band) {
      expect([y > lowest + 12, y < 600, x > 0, x < 740]).toEqual([true, true, true, true]);
    }
    const nearest = band.map((point, index) =>
      Math.min(
        ...band.filter((_, other) => other !== index).map(({ x, y }) => Math.hypot(x - point.x, y - point.y)),
      ),
    );
    expect(nearest.filter((distance) => distance < 6)).toEqual([]);
  });

  it('is deterministic, and keeps the band in place when a member joins', () => {
    expect(runLayout(network).list).toEqual(list);
    const more = { ...network, users: [...network.users, node('z', 'newcomer')] };
    const known = new Float32Array([...list, Number.NaN, Number.NaN]);
    expect(runLayout(more, known).points.slice(180, 300)).toEqual(band);
  });

  it('keeps the own node outside the band even without a link', () => {
    const alone = {
      ...network,
      connections: network.connections.filter(({ fromUserId }) => fromUserId !== idOf(0)),
    };
    const layout = runLayout(alone);
    const lowest = Math.min(...layout.points.slice(180).map(({ y }) => y));
    expect(layout.points[0]?.y).toBeLessThan(lowest);
  });
});

const leastDistance = (points: readonly { x: number; y: number }[]): number =>
  points
    .flatMap((point, index) =>
      points.slice(index + 1).map(({ x, y }) => Math.hypot(x - point.x, y - point.y)),
    )
    .reduce((least, distance) => Math.min(least, distance), Infinity);

describe('the layout of the expanded view', () => {
  const network = clusteredNetwork(60, 12, 0);

  it('NXT-191 keeps the nodes of more than 500 members apart', () => {
    expect(leastDistance(runLayout(network).points)).toBeGreaterThanOrEqual(7);
  });

  it('NXT-191 settles after fewer ticks when each takes longer, and keeps the nodes apart', () => {
    const { points, ticks } = runLayout(network, undefined, 1 / 70);
    expect(ticks).toBeGreaterThanOrEqual(68);
    expect(ticks).toBeLessThanOrEqual(72);
    expect(leastDistance(points)).toBeGreaterThanOrEqual(4);
  });
});
