import type { Visibility } from '../filter.js';
import { at, type Graph, linksAt, otherEnd } from '../graph.js';
import type { Point } from '../view.js';

/** Neighbouring members whose commonest shared tag is the same. */
export interface Cluster {
  tag: string;
  nodes: readonly number[];
  /** From the middle of the nodes to the middle of the name, in the drawing space. */
  offset: Point;
  /** Radians. */
  tilt: number;
}

const MIN_MEMBERS = 12;
/** Rounds in which members adopt the tag of their neighbours. */
const ROUNDS = 4;
const MAX_TILT = 0.17;
/** Standard deviations from the middle to the edge of a cluster. */
const EDGE = 1.7;
/** Estimated size of a name at zoom 1, in the drawing space. */
const LETTER = { width: 18, height: 34 } as const;

/**
 * Returns the commonest tag of each node's visible links. A tag that the other end has too counts twice, so that
 * neighbours agree.
 */
function tagsOfNodes(graph: Graph, visibility: Visibility): (string | undefined)[] {
  let tags: (string | undefined)[] = graph.nodes.map(() => undefined);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = tags;
    tags = graph.nodes.map((_, node) => {
      const counts = new Map<string, number>();
      for (const link of linksAt(graph, node)) {
        if (visibility.links[link] === 0) continue;
        const theirs = before[otherEnd(graph, link, node)];
        for (const tag of graph.links[link]?.sharedTags ?? []) {
          counts.set(tag, (counts.get(tag) ?? 0) + (tag === theirs ? 2 : 1));
        }
      }
      const byCount = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      return byCount[0]?.[0];
    });
  }
  return tags;
}

/** Returns the nodes that links of their tag connect with `start`. */
function connectedNodes(
  graph: Graph,
  tags: readonly (string | undefined)[],
  start: number,
  seen: Set<number>,
): number[] {
  const tag = tags[start];
  const nodes = [start];
  seen.add(start);
  // The list grows while it is read.
  for (const node of nodes) {
    for (const link of linksAt(graph, node)) {
      const other = otherEnd(graph, link, node);
      if (tag === undefined || seen.has(other) || tags[other] !== tag) continue;
      if (!graph.links[link]?.sharedTags.includes(tag)) continue;
      seen.add(other);
      nodes.push(other);
    }
  }
  return nodes;
}

interface Shape extends Point {
  width: number;
  height: number;
  tilt: number;
}

export function middleOf(nodes: readonly number[], positions: Float32Array): Point {
  let [x, y] = [0, 0];
  for (const node of nodes) {
    x += at(positions, node * 2);
    y += at(positions, node * 2 + 1);
  }
  return { x: x / nodes.length, y: y / nodes.length };
}

function shapeOf(nodes: readonly number[], positions: Float32Array): Shape {
  const { x, y } = middleOf(nodes, positions);
  let [xx, yy, xy] = [0, 0, 0];
  for (const node of nodes) {
    const dx = at(positions, node * 2) - x;
    const dy = at(positions, node * 2 + 1) - y;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  const tilt = Math.atan2(2 * xy, xx - yy) / 2;
  return {
    x,
    y,
    width: Math.sqrt(xx / nodes.length),
    height: Math.sqrt(yy / nodes.length),
    tilt: Math.max(-MAX_TILT, Math.min(MAX_TILT, tilt / 2)),
  };
}

/** Returns the place of a name across the cluster, above or below its middle, that covers the fewest nodes. */
function offsetOf(tag: string, { x, y, height }: Shape, positions: Float32Array, taken: Point[]): Point {
  const half = { width: (tag.length * LETTER.width) / 2, height: LETTER.height / 2 };
  const costOf = (dy: number): number => {
    let covered = 0;
    for (let index = 0; index < positions.length; index += 2) {
      const isCovered =
        Math.abs(at(positions, index) - x) < half.width &&
        Math.abs(at(positions, index + 1) - y - dy) < half.height;
      covered += Number(isCovered);
    }
    const clash = taken.some(
      (other) => Math.abs(other.x - x) < 2 * half.width && Math.abs(other.y - y - dy) < LETTER.height,
    );
    return covered + (clash ? positions.length : 0);
  };
  const places = [0, -EDGE * height, EDGE * height].map((dy) => ({ dy, cost: costOf(dy) }));
  const { dy } = places.reduce((best, each) => (each.cost < best.cost ? each : best));
  taken.push({ x, y: y + dy });
  return { x: 0, y: dy };
}

/**
 * Returns the clusters of at least 12 members, largest first; of several with the same tag, the largest.
 * @param positions in the drawing space
 */
export function clustersOf(graph: Graph, visibility: Visibility, positions: Float32Array): Cluster[] {
  const tags = tagsOfNodes(graph, visibility);
  const seen = new Set<number>();
  const largest = new Map<string, number[]>();
  for (const [node, tag] of tags.entries()) {
    if (tag === undefined || seen.has(node)) continue;
    const nodes = connectedNodes(graph, tags, node, seen);
    if (nodes.length >= Math.max(MIN_MEMBERS, (largest.get(tag)?.length ?? 0) + 1)) largest.set(tag, nodes);
  }
  const taken: Point[] = [];
  return [...largest]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .flatMap(([tag, nodes]) => {
      const shape = shapeOf(nodes, positions);
      // A new node has no position yet.
      if (Number.isNaN(shape.x)) return [];
      return [{ tag, nodes, offset: offsetOf(tag, shape, positions, taken), tilt: shape.tilt }];
    });
}
