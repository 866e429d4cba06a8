import { describe, expect, it } from '@jest/globals';
import { overlap } from '../../../../ui/figures/box.js';
import { clustersOf } from '../clusters.js';
import { applyFilter, NO_FILTER } from '../filter.js';
import { graphOf } from '../graph.js';
import { link, node } from '../../../../testing/network.js';
import { middleOf, nameBoxOf, nameClusters, nameSizeOf } from './cluster-names.js';

const SIDE = 5;
const GAP = 24;

/** Squares of nodes, each linked with its right and its lower neighbour. */
const SQUARES = [
  { tag: 'moths', left: 100, top: 200 },
  { tag: 'tides', left: 100, top: 350 },
  { tag: 'maps', left: 500, top: 10 },
];

function chart() {
  const idOf = (tag: string, index: number) => `${tag}${String(index).padStart(2, '0')}`;
  const places = SQUARES.flatMap(({ tag, left, top }) =>
    Array.from({ length: SIDE * SIDE }, (_, index) => ({
      id: idOf(tag, index),
      at: [left + (index % SIDE) * GAP, top + Math.floor(index / SIDE) * GAP],
    })),
  );
  const links = SQUARES.flatMap(({ tag }) =>
    Array.from({ length: SIDE * SIDE }, (_, index) => [
      ...(index % SIDE < SIDE - 1 ? [link(idOf(tag, index), idOf(tag, index + 1), tag)] : []),
      ...(index + SIDE < SIDE * SIDE ? [link(idOf(tag, index), idOf(tag, index + SIDE), tag)] : []),
    ]).flat(),
  );
  // Between the first and the second square.
  const across = Array.from({ length: SIDE }, (_, column) =>
    link(idOf('moths', SIDE * (SIDE - 1) + column), idOf('tides', column), 'rare'),
  );
  const graph = graphOf({ users: places.map(({ id }) => node(id, id)), connections: [...links, ...across] });
  const positions = Float32Array.from(places.flatMap(({ at }) => at));
  return { graph, positions, visibility: applyFilter(graph, NO_FILTER), foreground: undefined };
}

describe('nameClusters', () => {
  it('NXT-329 places names beside their clusters, clear of nodes, links, each other and the edges', () => {
    const surroundings = chart();
    const { graph, positions, visibility } = surroundings;
    const named = nameClusters(clustersOf(graph, visibility), surroundings);
    expect(Object.fromEntries(named.map(({ tag, side }) => [tag, side]))).toEqual({
      maps: 1,
      moths: -1,
      tides: 1,
    });
    const boxes = named.map((cluster) => {
      const middle = middleOf(cluster.nodes, positions);
      const edge = { x: middle.x + cluster.offset.x, y: middle.y + cluster.offset.y };
      return nameBoxOf(cluster, edge, nameSizeOf(cluster, 1));
    });
    const covered = boxes.flatMap((box, index) => [
      ...boxes.slice(index + 1).filter((other) => overlap(box, other)),
      ...Array.from({ length: graph.nodes.length }, (_, each) => each).filter((each) => {
        const [x = 0, y = 0] = positions.subarray(each * 2);
        return overlap(box, { left: x, right: x, top: y, bottom: y });
      }),
    ]);
    expect(covered).toEqual([]);
  });
});
