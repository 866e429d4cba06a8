import { DRAWING } from '../drawing-space.js';
import { at, type Graph } from '../graph.js';

const { radius, ownRadius } = DRAWING;

/** Distance between a line's end and the node's ring. */
export const LINE_GAP = 4;
/** Strengths above this look the same. */
export const MAX_STRENGTH = 5;
export const SELECTION_RINGS = [
  { radius: 13, opacity: 0.65 },
  { radius: 22, opacity: 0.35 },
  { radius: 34, opacity: 0.16 },
] as const;
export const UNLINKED_RINGS = [16, 28, 44] as const;
export const DOT_PATTERN = [1, 5] as const;
const DOT_RADIUS = { min: 1.5, max: 5.1 } as const;
const BAND_DOT_RADIUS = { min: 0.9, max: 1.25 } as const;
export const BAND_OPACITY = 0.62;
const MAX_CROWD_DOT_RADIUS = 3.6;
const GOLDEN = 0.618034;
/** More linked nodes than this are drawn as dots, which leaves room for the links. */
const MAX_RINGED_NODES = 120;

export const ringRadius = (graph: Graph, node: number): number => (node === graph.own ? ownRadius : radius);

export const isInBand = ({ degrees, own }: Graph, node: number): boolean =>
  at(degrees, node) === 0 && node !== own;

/** Returns whether rings are drawn only around the own and the highlighted nodes. */
export const isCrowd = ({ linkedCount }: Graph): boolean => linkedCount > MAX_RINGED_NODES;

/** Grows with the node's links. */
export function dotRadius(graph: Graph, node: number): number {
  if (isInBand(graph, node)) {
    return BAND_DOT_RADIUS.min + (BAND_DOT_RADIUS.max - BAND_DOT_RADIUS.min) * ((node * GOLDEN) % 1);
  }
  const max = isCrowd(graph) ? MAX_CROWD_DOT_RADIUS : DOT_RADIUS.max;
  return DOT_RADIUS.min + (max - DOT_RADIUS.min) * at(graph.magnitudes, node);
}

/** Links end here, and labels keep outside. */
export const outerRadius = (graph: Graph, node: number): number =>
  node !== graph.own && (isCrowd(graph) || isInBand(graph, node))
    ? dotRadius(graph, node)
    : ringRadius(graph, node);

export interface LineStyle {
  width: number;
  opacity: number;
}

/** Line styles by strength, from 1. */
export const LINE_STYLES: readonly LineStyle[] = Array.from({ length: MAX_STRENGTH }, (_, index) => ({
  width: 0.6 + 0.28 * (index + 1),
  opacity: Math.min(1, 0.45 + 0.11 * (index + 1)),
}));

/** Factors on a line's opacity in a dense graph. */
export const BACKGROUND_OPACITY = 0.16;
export const FOREGROUND_OPACITY = 1.6;

export const lineStyleIndex = (strength: number): number => Math.max(1, Math.min(MAX_STRENGTH, strength)) - 1;

/** Gaps shrink between close nodes to keep at least this length. */
const MIN_LINE_LENGTH = 6;
/** Below this share of the usual gaps, no line is drawn. */
const MIN_GAP_SHARE = 0.4;

/** Returns 0 if the nodes are too close for a line. */
export function gapShare(length: number, gaps: number): number {
  const share = Math.min(1, (length - MIN_LINE_LENGTH) / gaps);
  return share < MIN_GAP_SHARE ? 0 : share;
}

/** Returns the line of a link; undefined if the nodes are too close. */
export const trimmedLine = (
  graph: Graph,
  positions: Float32Array,
  link: number,
  share = 1,
): Line | undefined =>
  lineBetween(graph, positions, at(graph.ends, link * 2), at(graph.ends, link * 2 + 1), share);

/**
 * Returns the line between two nodes, with gaps at both ends; undefined if they are too close.
 * @param share draws only the first part of the line
 */
export function lineBetween(
  graph: Graph,
  positions: Float32Array,
  from: number,
  to: number,
  share = 1,
): Line | undefined {
  const x = at(positions, from * 2);
  const y = at(positions, from * 2 + 1);
  const dx = at(positions, to * 2) - x;
  const dy = at(positions, to * 2 + 1) - y;
  const length = Math.hypot(dx, dy);
  const [radiusFrom, radiusTo] = [outerRadius(graph, from) + LINE_GAP, outerRadius(graph, to) + LINE_GAP];
  const gapScale = gapShare(length, radiusFrom + radiusTo);
  if (gapScale === 0) return undefined;
  const near = radiusFrom * gapScale;
  const end = near + (length - near - radiusTo * gapScale) * share;
  const ux = dx / length;
  const uy = dy / length;
  return { x1: x + ux * near, y1: y + uy * near, x2: x + ux * end, y2: y + uy * end };
}

export interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}
