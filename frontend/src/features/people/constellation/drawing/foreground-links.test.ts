import { describe, expect, it } from '@jest/globals';
import { link, node } from '../../../../testing/network.js';
import { NO_FILTER, applyFilter } from '../filter.js';
import { graphOf } from '../graph.js';
import { foregroundLinksOf } from './foreground-links.js';

const idOf = (index: number) => `m${String(index).padStart(2, '0')}`;

describe('foregroundLinksOf', () => {
  it('selects the strongest links of each node, and the shortest of equal ones, in a dense graph', () => {
    const size = 20;
    const pairs = Array.from(
      { length: size * size },
      (_, pair) => [pair % size, Math.floor(pair / size)] as const,
    );
    const graph = graphOf({
      users: Array.from({ length: size }, (_, index) => node(idOf(index), `member_${index}`)),
      connections: pairs
        .filter(([a, b]) => a < b)
        .map(([a, b]) => link(idOf(a), idOf(b), ...(a === 0 && b === 19 ? ['maps', 'tides'] : ['maps']))),
    });
    const positions = Float32Array.from({ length: size * 2 }, (_, each) => (each % 2 === 0 ? each * 10 : 0));
    const foreground = foregroundLinksOf(graph, applyFilter(graph, NO_FILTER), positions);
    const shown = graph.links.flatMap(({ fromUserId, toUserId }, index) =>
      foreground?.[index] === 1 ? [`${fromUserId} ${toUserId}`] : [],
    );
    expect(shown).toEqual(expect.arrayContaining(['m00 m19', 'm00 m01', 'm09 m10', 'm09 m11']));
    expect(shown).not.toContain('m05 m15');
    expect(shown.length).toBeLessThan(size * 3);
  });

  it('returns undefined for a sparse graph', () => {
    const graph = graphOf({ users: [node('a', 'a'), node('b', 'b')], connections: [link('a', 'b', 'maps')] });
    expect(foregroundLinksOf(graph, applyFilter(graph, NO_FILTER), new Float32Array(4))).toBeUndefined();
  });
});
