import type { Visibility } from '../filter.js';
import { at, type Graph, linksAt, otherEnd } from '../graph.js';
import { type Viewport, type Point, scaleOf, toViewport, type View } from '../view.js';
import { LINE_GAP, type Line, outerRadius, ringRadius, SELECTION_RINGS } from './marks.js';
import type { Scene } from './paint.js';

/** -1 for none. */
export interface Highlight {
  selected: number;
  hovered: number;
}

type Side = 'below' | 'above' | 'right' | 'left' | 'belowRight' | 'belowLeft' | 'aboveRight' | 'aboveLeft';

interface LabelSpec {
  node: number;
  text: string;
  tone: 'label' | 'accent' | 'warm';
  /** Whether it belongs to the selected node: larger, and outside its rings. */
  large: boolean;
  /** Shown even if it overlaps another label. */
  isRequired: boolean;
}

/** The place is relative to the node. */
export interface Label extends LabelSpec {
  size: number;
  /** Pixels. */
  width: number;
  side: Side;
  /** Extra distance from its node in pixels. */
  displacement: number;
}

/** A label with the middle of its baseline in viewport pixels. */
export interface PlacedLabel extends Label {
  x: number;
  y: number;
  anchor: Point & { radius: number };
}

export type Measure = (text: string, size: number) => number;

const MAX_NEIGHBOUR_LABELS = 24;
/** Font sizes, and distances from a node's ring to the label's baseline or nearer end, in pixels. */
const LABEL = { size: 15, large: 19, above: 8, below: 18, beside: 7, drop: 5 } as const;
/** Distances from the selected node to its label, in units: outside its inner rings. */
const SELECTED_LABEL = { below: 38, above: 27, beside: 26 } as const;
const MIN_SCALE = 0.6;
const MIN_LABEL_GAP = 4;
/** Shares of the font size. */
const ASCENT = 0.74;
const DESCENT = 0.24;
/** Penalties of a placement: overlapping a label, cut off, overlapping a node, in the way of a link, less preferred. */
const PENALTY = { label: 100, cut: 40, node: 20, line: 1, side: 0.1, corner: 1.5 } as const;
/** Steps in which a required label moves away from its node. */
const STEP_PX = 14;
const MAX_STEPS = 14;
const NODE_MARGIN = 1;
const SELECTED_RADIUS = SELECTION_RINGS[1].radius;

/** Most important first: selected node, own node, neighbours, hovered node. */
export function labelSpecsOf(
  graph: Graph,
  visibility: Visibility,
  { selected, hovered }: Highlight,
  you: string,
): LabelSpec[] {
  const specs = new Map<number, LabelSpec>();
  const add = (node: number, tone: LabelSpec['tone'], isRequired: boolean, large = false) => {
    if (node < 0 || specs.has(node) || visibility.nodes[node] !== 1) return;
    const own = node === graph.own;
    const text = own ? you : (graph.nodes[node]?.username ?? '');
    specs.set(node, { node, text, tone: own ? 'warm' : tone, large, isRequired });
  };
  add(selected, 'accent', true, true);
  add(graph.own, 'warm', true);
  const links = linksAt(graph, selected).filter((link) => visibility.links[link] === 1);
  for (const link of links.subarray(0, MAX_NEIGHBOUR_LABELS))
    add(otherEnd(graph, link, selected), 'label', false);
  add(hovered, 'label', true);
  return [...specs.values()];
}

/** Returns pixels from the node to the label's baseline. */
function offsetOf({ side, large, width, displacement }: Label, ring: number, scale: number): Point {
  const ringScale = Math.max(MIN_SCALE, scale);
  const direction = DIRECTIONS[side];
  const beside = width / 2 + (large ? SELECTED_LABEL.beside * ringScale : ring * scale + LABEL.beside);
  const below = large ? SELECTED_LABEL.below * ringScale : ring * scale + LABEL.below;
  const above = large ? SELECTED_LABEL.above * ringScale : ring * scale + LABEL.above;
  const across = direction.y === 0 ? beside : width / 2;
  const down = direction.y === 0 ? LABEL.drop : direction.y * (direction.y > 0 ? below : above);
  return { x: direction.x * (across + displacement), y: down + direction.y * displacement };
}

export function positionLabels(
  labels: readonly Label[],
  { graph, positions }: Pick<Scene, 'graph' | 'positions'>,
  view: View,
  viewport: Viewport,
): PlacedLabel[] {
  const scale = scaleOf(viewport, view);
  return labels.map((label) => {
    const { x, y } = toViewport(view, viewport, positionOf(positions, label.node));
    const offset = offsetOf(label, ringRadius(graph, label.node), scale);
    const anchor = { x, y, radius: ringRadius(graph, label.node) * scale };
    return { ...label, x: x + offset.x, y: y + offset.y, anchor };
  });
}

/** Returns the line from a node to a label that was moved away from it, with a gap at both ends. */
export function leaderLineOf(label: PlacedLabel): Line | undefined {
  if (label.displacement === 0) return undefined;
  const { anchor } = label;
  const { left, right, top, bottom } = boxOf(label);
  const end = {
    x: Math.max(left, Math.min(right, anchor.x)),
    y: Math.max(top, Math.min(bottom, anchor.y)),
  };
  const length = Math.hypot(end.x - anchor.x, end.y - anchor.y);
  const [near, far] = [anchor.radius + LINE_GAP, LINE_GAP];
  if (length <= near + far) return undefined;
  const [ux, uy] = [(end.x - anchor.x) / length, (end.y - anchor.y) / length];
  return { x1: anchor.x + ux * near, y1: anchor.y + uy * near, x2: end.x - ux * far, y2: end.y - uy * far };
}

/** In viewport pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const boxOf = ({ x, y, width, size }: PlacedLabel): Box => ({
  left: x - width / 2 - MIN_LABEL_GAP / 2,
  right: x + width / 2 + MIN_LABEL_GAP / 2,
  top: y - size * ASCENT,
  bottom: y + size * DESCENT,
});
const positionOf = (positions: Float32Array, node: number): Point => ({
  x: at(positions, node * 2),
  y: at(positions, node * 2 + 1),
});
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const isWithin = ({ left, top, right, bottom }: Box, { width, height }: Viewport): boolean =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;

const CORNERS: readonly Side[] = ['belowRight', 'aboveRight', 'belowLeft', 'aboveLeft'];
const SIDES: readonly Side[] = ['below', 'above', 'right', 'left', ...CORNERS];
/** The own label prefers the space above, like a map pin. */
const OWN_SIDES: readonly Side[] = ['above', 'below', 'right', 'left', ...CORNERS];
const DIRECTIONS: Readonly<Record<Side, Point>> = {
  below: { x: 0, y: 1 },
  above: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  left: { x: -1, y: 0 },
  belowRight: { x: 1, y: 1 },
  aboveRight: { x: 1, y: -1 },
  belowLeft: { x: -1, y: 1 },
  aboveLeft: { x: -1, y: -1 },
};

/** Returns 0 to 1. */
function facing(side: Side, from: Point, to: Point): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return 0;
  const direction = DIRECTIONS[side];
  return Math.max(0, (direction.x * (to.x - from.x) + direction.y * (to.y - from.y)) / length);
}

function nodeBoxesOf(
  { graph, visibility, positions }: Scene,
  selected: number,
  view: View,
  viewport: Viewport,
): (Box & { node: number })[] {
  const scale = scaleOf(viewport, view);
  const nodeBoxes: (Box & { node: number })[] = [];
  for (let node = 0; node < graph.nodes.length; node += 1) {
    if (visibility.nodes[node] !== 1) continue;
    const { x, y } = toViewport(view, viewport, positionOf(positions, node));
    if (x < 0 || y < 0 || x > viewport.width || y > viewport.height) continue;
    const radius = (node === selected ? SELECTED_RADIUS : outerRadius(graph, node)) * scale + NODE_MARGIN;
    nodeBoxes.push({ node, left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });
  }
  return nodeBoxes;
}

/**
 * A required label without a free place moves away from its node; any other label is dropped.
 * @param obstacles areas of the viewport covered by controls
 */
export function placeLabels(
  specs: readonly LabelSpec[],
  scene: Scene,
  selected: number,
  view: View,
  viewport: Viewport,
  obstacles: readonly Box[],
  measure: Measure,
): Label[] {
  const nodeBoxes = nodeBoxesOf(scene, selected, view, viewport);
  const occupied: Box[] = [...obstacles];
  const placed: Label[] = [];
  for (const spec of specs) {
    const size = spec.large ? LABEL.large : LABEL.size;
    const width = measure(spec.text, size);
    const from = positionOf(scene.positions, spec.node);
    const isOwn = spec.node === scene.graph.own && !spec.large;
    const evaluate = (side: Side, rank: number, displacement: number) => {
      const label: Label = { ...spec, size, width, side, displacement };
      const [positioned] = positionLabels([label], scene, view, viewport);
      const box = positioned ? boxOf(positioned) : { left: 0, top: 0, right: 0, bottom: 0 };
      const cost =
        (occupied.some((other) => overlap(box, other)) ? PENALTY.label : 0) +
        (isWithin(box, viewport) ? 0 : PENALTY.cut) +
        nodeBoxes.filter((other) => other.node !== spec.node && overlap(box, other)).length * PENALTY.node +
        (selected < 0 ? 0 : facing(side, from, positionOf(scene.positions, selected)) * PENALTY.line) +
        rank * PENALTY.side +
        (CORNERS.includes(side) ? PENALTY.corner : 0);
      return { label, box, cost };
    };
    const sides = isOwn ? OWN_SIDES : SIDES;
    let best = cheapestOf(sides.map((side, rank) => evaluate(side, rank, 0)));
    for (let step = 1; spec.isRequired && best.cost >= PENALTY.node && step <= MAX_STEPS; step += 1) {
      best = cheapestOf([best, ...sides.map((side, rank) => evaluate(side, rank, step * STEP_PX))]);
    }
    if (best.cost >= PENALTY.node && !spec.isRequired) continue;
    occupied.push(best.box);
    placed.push(best.label);
  }
  return placed;
}

const cheapestOf = <T extends { cost: number }>(candidates: readonly T[]): T =>
  candidates.reduce((cheapest, each) => (each.cost < cheapest.cost ? each : cheapest));
