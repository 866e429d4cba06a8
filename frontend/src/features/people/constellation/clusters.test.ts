import { describe, expect, it } from '@jest/globals';
import type { Constellation } from '@oniverse/contracts';
import { link, node } from '../../../testing/network.js';
import { applyFilter, NO_FILTER } from './filter.js';
import { graphOf } from './graph.js';
import { clustersOf } from './clusters.js';

const idOf = (index: number) => `m${String(index).padStart(3, '0')}`;

/** Rings of members, each ring with a tag of its own; some links also share a tag of everyone. */
function rings(...sizes: number[]): Constellation {
  const connections: Constellation['connections'] = [];
  let first = 0;
  for (const [ring, size] of sizes.entries()) {
    for (let member = 0; member < size; member += 1) {
      const [a, b] = [first + member, first + ((member + 1) % size)].toSorted((x, y) => x - y);
      const tags = member % 3 === 0 ? [`tag${ring}`, 'maps'] : [`tag${ring}`];
      connections.push(link(idOf(a ?? 0), idOf(b ?? 0), ...tags));
    }
    // To the next ring, through a tag of neither.
    if (ring < sizes.length - 1) connections.push(link(idOf(first), idOf(first + size), 'moths'));
    first += size;
  }
  return {
    users: Array.from({ length: first }, (_, index) => node(idOf(index), `member_${index}`)),
    connections,
  };
}

describe('clustersOf', () => {
  it('NXT-135 names each cluster by its commonest shared tag, largest first, and hides those under 12 members', () => {
    const graph = graphOf(rings(12, 30, 11));
    const clusters = clustersOf(graph, applyFilter(graph, NO_FILTER));
    expect(clusters.map(({ tag, nodes }) => [tag, nodes.length])).toEqual([
      ['tag1', 30],
      ['tag0', 12],
    ]);
  });

  it('NXT-135 names clusters of the visible links only', () => {
    const graph = graphOf(rings(12, 30));
    const visibility = applyFilter(graph, { ...NO_FILTER, tag: 'tag0' });
    expect(clustersOf(graph, visibility).map(({ tag }) => tag)).toEqual(['tag0']);
  });
});
