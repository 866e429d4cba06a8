import { type Box, overlap } from '../../../../ui/figures/box.js';
import type { Cluster } from '../clusters.js';
import { DRAWING } from '../drawing-space.js';
import type { Visibility } from '../filter.js';
import { at, type Graph } from '../graph.js';
import type { Point } from '../view.js';

/** A cluster with the place of its name. */
export interface NamedCluster extends Cluster {
  /** From the middle of the nodes to the edge at which the name stands, in the drawing space. */
  offset: Point;
  /** Whether the name stands above (-1) or below (1) the edge. */
  side: -1 | 1;
  /** Radians. */
  tilt: number;
}

/** What a name should not cover. Positions are in the drawing space. */
interface Surroundings {
  graph: Graph;
  visibility: Visibility;
  positions: Float32Array;
  /** Undefined if all links look alike. */
  foreground: Uint8Array | undefined;
}

const MAX_TILT = 0.17;
const SIZE = { min: 24, max: 46, membersPerPixel: 8 } as const;
/** Width of a wide letter with its spacing, relative to the font size. */
const LETTER_WIDTH = 0.68;
/** Between the edge of a cluster and its name, relative to the font size. */
const GAP = 0.35;
/** Shares of the name's width by which it may be moved aside. */
const SHIFTS = [0, -0.5, 0.5] as const;
/** Penalties of a place: for another name, being cut off, each node, each link, and being moved aside. */
const PENALTY = { name: 10_000, cut: 1_000, node: 4, link: 1, shift: 2 } as const;

export function middleOf(nodes: readonly number[], positions: Float32Array): Point {
  let [x, y] = [0, 0];
  for (const node of nodes) {
    x += at(positions, node * 2);
    y += at(positions, node * 2 + 1);
  }
  return { x: x / nodes.length, y: y / nodes.length };
}

/** Returns the font size of a cluster's name in pixels. */
export const nameSizeOf = ({ nodes }: Cluster, enlargement: number): number =>
  Math.min(SIZE.max, (SIZE.min + nodes.length / SIZE.membersPerPixel) * enlargement);

/** Returns what a tilted name covers. @param edge the point of the cluster's edge at which the name stands */
export function nameBoxOf(
  { tag, tilt, side }: Pick<NamedCluster, 'tag' | 'tilt' | 'side'>,
  edge: Point,
  size: number,
): Box {
  const length = tag.length * size * LETTER_WIDTH;
  const [cos, sin] = [Math.cos(tilt), Math.abs(Math.sin(tilt))];
  const [width, height] = [length * cos + size * sin, length * sin + size * cos];
  const middle = edge.y + side * (height / 2 + size * GAP);
  return {
    left: edge.x - width / 2,
    right: edge.x + width / 2,
    top: middle - height / 2,
    bottom: middle + height / 2,
  };
}

function tiltOf(nodes: readonly number[], positions: Float32Array, { x, y }: Point): number {
  let [xx, yy, xy] = [0, 0, 0];
  for (const node of nodes) {
    const dx = at(positions, node * 2) - x;
    const dy = at(positions, node * 2 + 1) - y;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  const tilt = Math.atan2(2 * xy, xx - yy) / 4;
  return Math.max(-MAX_TILT, Math.min(MAX_TILT, tilt));
}

/** Returns the outermost y of the nodes that are within half a width of x. */
function edgeAt(
  nodes: readonly number[],
  positions: Float32Array,
  { x, half, side }: { x: number; half: number; side: -1 | 1 },
): number | undefined {
  const heights = nodes
    .filter((node) => Math.abs(at(positions, node * 2) - x) < half)
    .map((node) => at(positions, node * 2 + 1));
  if (heights.length === 0) return undefined;
  return side < 0 ? Math.min(...heights) : Math.max(...heights);
}

/** Returns whether a line crosses a box. */
function crosses(box: Box, x1: number, y1: number, x2: number, y2: number): boolean {
  let [from, to] = [0, 1];
  for (const [start, step, low, high] of [
    [x1, x2 - x1, box.left, box.right],
    [y1, y2 - y1, box.top, box.bottom],
  ] as const) {
    if (step === 0) {
      if (start < low || start > high) return false;
      continue;
    }
    const [a, b] = [(low - start) / step, (high - start) / step];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return from < to;
}

function nodesUnder(box: Box, { visibility, positions }: Surroundings): number {
  let count = 0;
  for (let node = 0; node < visibility.nodes.length; node += 1) {
    const [x, y] = [at(positions, node * 2), at(positions, node * 2 + 1)];
    if (visibility.nodes[node] === 1 && x > box.left && x < box.right && y > box.top && y < box.bottom)
      count += 1;
  }
  return count;
}

function linksUnder(box: Box, { graph: { ends }, visibility, positions, foreground }: Surroundings): number {
  let count = 0;
  for (let link = 0; link < visibility.links.length; link += 1) {
    if (visibility.links[link] === 0 || foreground?.[link] === 0) continue;
    const [from, to] = [at(ends, link * 2) * 2, at(ends, link * 2 + 1) * 2];
    const [x1, y1, x2, y2] = [
      at(positions, from),
      at(positions, from + 1),
      at(positions, to),
      at(positions, to + 1),
    ];
    if (x1 < box.left ? x2 < box.left : x1 > box.right && x2 > box.right) continue;
    if (y1 < box.top ? y2 < box.top : y1 > box.bottom && y2 > box.bottom) continue;
    if (crosses(box, x1, y1, x2, y2)) count += 1;
  }
  return count;
}

const isCut = ({ left, right, top, bottom }: Box): boolean =>
  left < 0 || top < 0 || right > DRAWING.width || bottom > DRAWING.height;

/** Returns the cluster with the place above or below it that covers the least, and what the name covers there. */
function placeName(
  cluster: Cluster,
  surroundings: Surroundings,
  taken: readonly Box[],
): { named: NamedCluster; box: Box } | undefined {
  const { positions } = surroundings;
  const middle = middleOf(cluster.nodes, positions);
  const tilt = tiltOf(cluster.nodes, positions, middle);
  const size = nameSizeOf(cluster, 1);
  const width = cluster.tag.length * size * LETTER_WIDTH;
  const places = ([-1, 1] as const).flatMap((side) =>
    SHIFTS.flatMap((shift) => {
      const x = middle.x + shift * width;
      const y = edgeAt(cluster.nodes, positions, { x, half: width / 2, side });
      if (y === undefined) return [];
      const named = { ...cluster, tilt, side, offset: { x: x - middle.x, y: y - middle.y } };
      const box = nameBoxOf(named, { x, y }, size);
      const cost =
        (taken.some((other) => overlap(box, other)) ? PENALTY.name : 0) +
        (isCut(box) ? PENALTY.cut : 0) +
        nodesUnder(box, surroundings) * PENALTY.node +
        linksUnder(box, surroundings) * PENALTY.link +
        (shift === 0 ? 0 : PENALTY.shift);
      return [{ named, box, cost }];
    }),
  );
  return places.toSorted((a, b) => a.cost - b.cost)[0];
}

/** Returns the clusters whose nodes have positions, each with a place for its name clear of nodes, links and other names. */
export function nameClusters(clusters: readonly Cluster[], surroundings: Surroundings): NamedCluster[] {
  const taken: Box[] = [];
  return clusters.flatMap((cluster) => {
    // A new node has no position yet.
    if (Number.isNaN(middleOf(cluster.nodes, surroundings.positions).x)) return [];
    const place = placeName(cluster, surroundings, taken);
    if (!place) return [];
    taken.push(place.box);
    return [place.named];
  });
}
