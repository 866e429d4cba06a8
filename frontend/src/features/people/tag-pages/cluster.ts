import type { TagPageView } from '@oniverse/contracts';
import {
  type Line,
  lineBetween,
  roundToTenth,
  seededRandom,
  type Star,
} from '../../../ui/figures/geometry.js';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ClusterNode extends Star {
  id: string;
  username: string;
  isCurrentUser: boolean;
  /** Whether it has a line to the reader, which gives it a name. */
  isNear: boolean;
}

export interface Cluster {
  nodes: ClusterNode[];
  lines: Line[];
  ownLines: Line[];
}

const MARGIN = 26;
const MIN_DISTANCE = 58;
/** How far from the reader linked members are. */
const NEAR = 190;
const TRIES = 400;
/** More names or lines would cover each other. Nodes come in the order of their strength. */
const MAX_NAMES = 4;
const LINES_PER_NODE = 2;
/** Lines stop this far from the centres of the nodes. */
const GAP = 10;

const isIn = ({ x, y }: Pick<Star, 'x' | 'y'>, box: Box): boolean =>
  x > box.x - MARGIN &&
  x < box.x + box.width + MARGIN &&
  y > box.y - MARGIN &&
  y < box.y + box.height + MARGIN;

/**
 * Places the members of a tag in a view box, clear of the boxes: the reader in the middle of the free part, linked
 * members around. A tag always looks the same.
 */
export function clusterOf(
  { name, cluster }: Pick<TagPageView, 'name' | 'cluster'>,
  view: { width: number; height: number },
  boxes: readonly Box[],
): Cluster {
  const random = seededRandom(name);
  const own = cluster.nodes.findIndex(({ isCurrentUser }) => isCurrentUser);
  const linked = new Set(cluster.links.filter((pair) => pair.includes(own)).flat());
  linked.delete(own);
  const near = new Set([...linked].toSorted((a, b) => a - b).slice(0, MAX_NAMES));
  const nodes: ClusterNode[] = [];
  let least = MIN_DISTANCE;
  const place = (isNear: boolean): Pick<Star, 'x' | 'y'> | undefined => {
    const middle = nodes[0];
    for (let tries = 0; tries < TRIES; tries++) {
      const point = {
        x: roundToTenth(MARGIN + random() * (view.width - 2 * MARGIN)),
        y: roundToTenth(MARGIN + random() * (view.height - 2 * MARGIN)),
      };
      const isFree = !boxes.some((box) => isIn(point, box));
      const isApart = nodes.every((node) => Math.hypot(node.x - point.x, node.y - point.y) > least);
      const isClose = !isNear || !middle || Math.hypot(middle.x - point.x, middle.y - point.y) < NEAR;
      if (isFree && isApart && isClose) return point;
    }
    least *= 0.8;
    return undefined;
  };
  const places: (number | undefined)[] = [];
  for (const [index, node] of cluster.nodes.entries()) {
    const point = place(near.has(index)) ?? place(false);
    places.push(point && nodes.length);
    if (point) {
      nodes.push({
        ...point,
        r: node.isCurrentUser ? 4 : roundToTenth(2.2 + random() * 1.2),
        ...node,
        isNear: near.has(index),
      });
    }
  }
  const lines: Line[] = [];
  const ownLines: Line[] = [];
  const lineCounts = new Map<number, number>();
  const pairs = cluster.links.flatMap(([a = 0, b = 0]) => {
    const from = nodes[places[a] ?? -1];
    const to = nodes[places[b] ?? -1];
    return from && to ? [{ a, b, from, to, length: Math.hypot(from.x - to.x, from.y - to.y) }] : [];
  });
  for (const { a, b, from, to } of pairs.toSorted((one, other) => one.length - other.length)) {
    const isOwn = a === own || b === own;
    const count = (node: number) => lineCounts.get(node) ?? 0;
    const isDrawn = isOwn ? near.has(a) || near.has(b) : Math.min(count(a), count(b)) < LINES_PER_NODE;
    const line = isDrawn && lineBetween(from, to, GAP, GAP);
    if (!line) continue;
    (isOwn ? ownLines : lines).push(line);
    for (const node of [a, b]) lineCounts.set(node, count(node) + 1);
  }
  return { nodes, lines, ownLines };
}
