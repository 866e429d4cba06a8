import { type Box, overlap } from '../../../../ui/figures/box.js';
import type { Point, Viewport } from '../view.js';
import { type LabelSpec, isChosen, isInside, LABEL, pointOf } from './label-specs.js';
import { LINE_GAP, type Line, outerRadius, SELECTION_RINGS } from './marks.js';
import type { Picture } from './picture.js';

type Side = 'below' | 'above' | 'right' | 'left' | 'belowRight' | 'belowLeft' | 'aboveRight' | 'aboveLeft';

/** The place is relative to the node. */
export interface Label extends LabelSpec {
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

/** Distances from the selected node to its label, in pixels: outside its inner rings. */
const SELECTED_LABEL = { below: 38, above: 27, beside: 26 } as const;
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

/** Returns pixels from the node to the label's baseline. */
function offsetOf({ side, large, width, displacement }: Label, ring: number): Point {
  const direction = DIRECTIONS[side];
  const beside = width / 2 + (large ? SELECTED_LABEL.beside : ring + LABEL.beside);
  const below = large ? SELECTED_LABEL.below : ring + LABEL.below;
  const above = large ? SELECTED_LABEL.above : ring + LABEL.above;
  const across = direction.y === 0 ? beside : width / 2;
  const down = direction.y === 0 ? LABEL.drop : direction.y * (direction.y > 0 ? below : above);
  return { x: direction.x * (across + displacement), y: down + direction.y * displacement };
}

export function positionLabels(labels: readonly Label[], { graph, points }: Picture): PlacedLabel[] {
  return labels.map((label) => {
    const { x, y } = pointOf(points, label.node);
    const radius = outerRadius(graph, label.node);
    const offset = offsetOf(label, radius);
    return { ...label, x: x + offset.x, y: y + offset.y, anchor: { x, y, radius } };
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

const isWithin = ({ left, top, right, bottom }: Box, { width, height }: Viewport): boolean =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;

export const boxOf = ({ x, y, width, size }: PlacedLabel): Box => ({
  left: x - width / 2 - MIN_LABEL_GAP / 2,
  right: x + width / 2 + MIN_LABEL_GAP / 2,
  top: y - size * ASCENT,
  bottom: y + size * DESCENT,
});
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

interface NodeBox extends Box {
  node: number;
}

/** Finds the nodes under a label. */
class NodeBoxes {
  static readonly #cell = 48;
  readonly #cells = new Map<string, NodeBox[]>();

  constructor({ graph, visibility, points, viewport }: Picture, selected: number) {
    for (let node = 0; node < graph.nodes.length; node += 1) {
      const point = pointOf(points, node);
      if (visibility.nodes[node] !== 1 || !isInside(point, viewport)) continue;
      const radius = (node === selected ? SELECTED_RADIUS : outerRadius(graph, node)) + NODE_MARGIN;
      const box = {
        node,
        left: point.x - radius,
        right: point.x + radius,
        top: point.y - radius,
        bottom: point.y + radius,
      };
      for (const cell of NodeBoxes.#cellsOf(box))
        this.#cells.set(cell, [...(this.#cells.get(cell) ?? []), box]);
    }
  }

  /** Returns how many nodes other than the label's own it covers. */
  countUnder(label: Box, own: number): number {
    const covered = new Set<number>();
    for (const cell of NodeBoxes.#cellsOf(label)) {
      for (const box of this.#cells.get(cell) ?? []) {
        if (box.node !== own && overlap(label, box)) covered.add(box.node);
      }
    }
    return covered.size;
  }

  static #cellsOf({ left, right, top, bottom }: Box): string[] {
    const cells: string[] = [];
    for (let x = Math.floor(left / this.#cell); x <= Math.floor(right / this.#cell); x += 1) {
      for (let y = Math.floor(top / this.#cell); y <= Math.floor(bottom / this.#cell); y += 1) {
        cells.push(`${x} ${y}`);
      }
    }
    return cells;
  }
}

/**
 * A required label without a free place moves away from its node; any other label is dropped.
 * @param obstacles areas of the viewport covered by controls
 * @param named areas of the names of clusters, which give way only to the names of chosen members
 */
export function placeLabels(
  specs: readonly LabelSpec[],
  picture: Picture,
  selected: number,
  { obstacles, named }: { obstacles: readonly Box[]; named: readonly Box[] },
  measure: Measure,
): Label[] {
  const { points, viewport, graph } = picture;
  const nodeBoxes = new NodeBoxes(picture, selected);
  const occupied: Box[] = [...obstacles];
  const placed: Label[] = [];
  for (const spec of specs) {
    const width = measure(spec.text, spec.size);
    const from = pointOf(points, spec.node);
    const isOwn = spec.node === graph.own && !spec.large;
    const isTaken = (box: Box) =>
      occupied.some((other) => overlap(box, other)) ||
      (!isChosen(spec) && named.some((other) => overlap(box, other)));
    const evaluate = (side: Side, rank: number, displacement: number) => {
      const label: Label = { ...spec, width, side, displacement };
      const [positioned] = positionLabels([label], picture);
      const box = positioned ? boxOf(positioned) : { left: 0, top: 0, right: 0, bottom: 0 };
      const blocked = (isTaken(box) ? PENALTY.label : 0) + (isWithin(box, viewport) ? 0 : PENALTY.cut);
      const cost =
        blocked +
        nodeBoxes.countUnder(box, spec.node) * PENALTY.node +
        (selected < 0 ? 0 : facing(side, from, pointOf(points, selected)) * PENALTY.line) +
        rank * PENALTY.side +
        (CORNERS.includes(side) ? PENALTY.corner : 0);
      return { label, box, cost, isBad: spec.staysAtNode ? blocked > 0 : cost >= PENALTY.node };
    };
    const sides = isOwn ? OWN_SIDES : SIDES;
    let best = cheapestOf(sides.map((side, rank) => evaluate(side, rank, 0)));
    for (let step = 1; spec.isRequired && best.isBad && step <= MAX_STEPS; step += 1) {
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
