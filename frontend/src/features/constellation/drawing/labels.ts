import type { Shown } from '../filter.js';
import { at, type Graph, linksAt, otherEnd } from '../graph.js';
import { type Frame, type Point, scaleOf, toFrame, type View } from '../view.js';
import { ringOf } from './marks.js';
import type { Scene } from './paint.js';

/** What the visitor points at, by places of nodes; -1 for none. */
export interface Pointed {
  selected: number;
  hovered: number;
}

/** Where a name stands, seen from its node. */
type Side = 'below' | 'above' | 'right' | 'left';

interface Name {
  node: number;
  text: string;
  tone: 'label' | 'accent' | 'warm';
  /** Whether it is the selected one's: larger, and clear of its rings. */
  large: boolean;
  /** Whether it is set even where it covers another. */
  must: boolean;
}

/** A name with its place beside its node; its place on the frame follows from the view. */
export interface Label extends Name {
  size: number;
  /** Pixels. */
  width: number;
  side: Side;
}

/** A name as it is set: the middle of its foot, in pixels of the frame. */
export interface SetLabel extends Label {
  x: number;
  y: number;
}

/** @returns the width of a text in the display face of a size, in pixels */
export type Measure = (text: string, size: number) => number;

/** How many neighbours of the selection bear their names, the strongest. */
const MOST_NAMES = 24;
/** Pixels of a name, and from the rim of its node to its foot or its nearer end. */
const NAME = { size: 15, large: 19, above: 8, below: 18, beside: 7, drop: 5 } as const;
/** Units from the selected node to the foot of its name: past its inner rings. */
const LARGE = { below: 38, above: 27, beside: 26 } as const;
/** Rings are this large at least, however far off one looks. */
const LEAST_SCALE = 0.6;
/** Pixels between two names side by side, at least. */
const APART = 4;
/** A letter's height over its foot, and how far some reach below, as shares of the size. */
const HEIGHT = 0.74;
const DEPTH = 0.24;
/** How bad it is that a name covers another, is cut off, covers a star, or stands in the way of its line. */
const COST = { name: 100, cut: 40, star: 2, line: 1, side: 0.1 } as const;

/** The names on the chart, the most wanted first: the selected one's, one's own, its neighbours', the pointer's. */
export function namesOf(graph: Graph, shown: Shown, { selected, hovered }: Pointed, you: string): Name[] {
  const names = new Map<number, Name>();
  const add = (node: number, tone: Name['tone'], must: boolean, large = false) => {
    if (node < 0 || names.has(node) || shown.nodes[node] !== 1) return;
    const own = node === graph.own;
    const text = own ? you : (graph.nodes[node]?.username ?? '');
    names.set(node, { node, text, tone: own ? 'warm' : tone, large, must });
  };
  add(selected, 'accent', true, true);
  add(graph.own, 'warm', true);
  const links = linksAt(graph, selected).filter((link) => shown.links[link] === 1);
  for (const link of links.subarray(0, MOST_NAMES)) add(otherEnd(graph, link, selected), 'label', false);
  add(hovered, 'label', true);
  return [...names.values()];
}

/** A name's foot seen from its node, in pixels. */
function offsetOf({ side, large, width }: Label, ring: number, scale: number): Point {
  const wide = Math.max(LEAST_SCALE, scale);
  if (side === 'below') return { x: 0, y: large ? LARGE.below * wide : ring * scale + NAME.below };
  if (side === 'above') return { x: 0, y: -(large ? LARGE.above * wide : ring * scale + NAME.above) };
  const away = width / 2 + (large ? LARGE.beside * wide : ring * scale + NAME.beside);
  return { x: side === 'right' ? away : -away, y: NAME.drop };
}

/** Where names are set on the frame. */
export function setLabels(
  labels: readonly Label[],
  { graph, positions }: Pick<Scene, 'graph' | 'positions'>,
  view: View,
  frame: Frame,
): SetLabel[] {
  const scale = scaleOf(frame, view);
  return labels.map((label) => {
    const { x, y } = toFrame(view, frame, placeOf(positions, label.node));
    const offset = offsetOf(label, ringOf(graph, label.node), scale);
    return { ...label, x: x + offset.x, y: y + offset.y };
  });
}

/** A part of the frame, in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const boxOf = ({ x, y, width, size }: SetLabel): Box => ({
  left: x - width / 2 - APART / 2,
  right: x + width / 2 + APART / 2,
  top: y - size * HEIGHT,
  bottom: y + size * DEPTH,
});
const placeOf = (positions: Float32Array, node: number): Point => ({
  x: at(positions, node * 2),
  y: at(positions, node * 2 + 1),
});
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const isWithin = ({ left, top, right, bottom }: Box, { width, height }: Frame): boolean =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;

const SIDES: readonly Side[] = ['below', 'above', 'right', 'left'];
/** One's own name stands above, as the mark of a place does. */
const OWN_SIDES: readonly Side[] = ['above', 'below', 'right', 'left'];
const WAYS: Readonly<Record<Side, Point>> = {
  below: { x: 0, y: 1 },
  above: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  left: { x: -1, y: 0 },
};

/** How much a side of a node faces its line to the selected node: from 0 to 1. */
function facing(side: Side, from: Point, to: Point): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return 0;
  const way = WAYS[side];
  return Math.max(0, (way.x * (to.x - from.x) + way.y * (to.y - from.y)) / length);
}

/** The rings of all shown nodes of the frame, as boxes. */
function starsOf({ graph, shown, positions }: Scene, view: View, frame: Frame): (Box & { node: number })[] {
  const scale = scaleOf(frame, view);
  const stars: (Box & { node: number })[] = [];
  for (let node = 0; node < graph.nodes.length; node += 1) {
    if (shown.nodes[node] !== 1) continue;
    const { x, y } = toFrame(view, frame, placeOf(positions, node));
    if (x < 0 || y < 0 || x > frame.width || y > frame.height) continue;
    const ring = ringOf(graph, node) * scale;
    stars.push({ node, left: x - ring, right: x + ring, top: y - ring, bottom: y + ring });
  }
  return stars;
}

/**
 * Finds each name a side of its node where it covers no other name, is not cut off by the frame, and covers as few
 * stars as can be; names of neighbours for which there is no room are left out.
 * @param covered what of the frame something else stands on
 */
export function arrangeLabels(
  names: readonly Name[],
  scene: Scene,
  selected: number,
  view: View,
  frame: Frame,
  covered: readonly Box[],
  measure: Measure,
): Label[] {
  const stars = starsOf(scene, view, frame);
  const taken: Box[] = [...covered];
  const placed: Label[] = [];
  for (const name of names) {
    const size = name.large ? NAME.large : NAME.size;
    const width = measure(name.text, size);
    const from = placeOf(scene.positions, name.node);
    const isOwn = name.node === scene.graph.own && !name.large;
    const rated = (isOwn ? OWN_SIDES : SIDES).map((side, rank) => {
      const label: Label = { ...name, size, width, side };
      const [set] = setLabels([label], scene, view, frame);
      const box = set ? boxOf(set) : { left: 0, top: 0, right: 0, bottom: 0 };
      const cost =
        (taken.some((other) => overlap(box, other)) ? COST.name : 0) +
        (isWithin(box, frame) ? 0 : COST.cut) +
        stars.filter((star) => star.node !== name.node && overlap(box, star)).length * COST.star +
        (selected < 0 ? 0 : facing(side, from, placeOf(scene.positions, selected)) * COST.line) +
        rank * COST.side;
      return { label, box, cost };
    });
    const best = rated.reduce((least, each) => (each.cost < least.cost ? each : least));
    if (best.cost >= COST.name && !name.must) continue;
    taken.push(best.box);
    placed.push(best.label);
  }
  return placed;
}
