import { CONSTELLATION_VIEW } from '@oniverse/contracts';
import { at, type Graph } from '../graph.js';

const { radius, ownRadius } = CONSTELLATION_VIEW;

/** Every line stops this short of the ring of its star. */
export const GAP = 4;
/** Stronger than this looks no stronger. */
export const STRONGEST = 5;
/** Rings around what is selected. */
export const SELECTION_RINGS = [
  { radius: 13, opacity: 0.65 },
  { radius: 22, opacity: 0.35 },
  { radius: 34, opacity: 0.16 },
] as const;
/** Rings around one's own node while nobody is linked to it: dotted, as what does not exist yet. */
export const WAITING_RINGS = [16, 28, 44] as const;
export const DOTTED = [1, 5] as const;
const STARS = { least: 1.5, most: 5.1 } as const;

export const ringOf = (graph: Graph, node: number): number => (node === graph.own ? ownRadius : radius);

/** The radius of the star in a node's ring, by how many links it has. */
export const starOf = ({ magnitudes }: Graph, node: number): number =>
  STARS.least + (STARS.most - STARS.least) * at(magnitudes, node);

/** How a line of some strength is drawn: its class from 0, its width and its opacity. */
export interface LineStyle {
  width: number;
  opacity: number;
}

/** The looks of lines, by strength from 1. */
export const LINE_STYLES: readonly LineStyle[] = Array.from({ length: STRONGEST }, (_, index) => ({
  width: 0.6 + 0.28 * (index + 1),
  opacity: Math.min(1, 0.45 + 0.11 * (index + 1)),
}));

/** As many lines are drawn in full; more are fainter, so that a crowd of them does not outshine its stars. */
const CLEAR_LINES = 400;
export const faintnessOf = ({ links }: Graph): number =>
  Math.max(0.45, Math.min(1, Math.sqrt(CLEAR_LINES / Math.max(1, links.length))));

export const lineClassOf = (strength: number): number => Math.max(1, Math.min(STRONGEST, strength)) - 1;

/** Ends of a line cut short at both stars; undefined where nothing is left of it. */
export function cutLine(graph: Graph, positions: Float32Array, link: number, share = 1): Line | undefined {
  const from = at(graph.ends, link * 2);
  const to = at(graph.ends, link * 2 + 1);
  const x = at(positions, from * 2);
  const y = at(positions, from * 2 + 1);
  const dx = at(positions, to * 2) - x;
  const dy = at(positions, to * 2 + 1) - y;
  const length = Math.hypot(dx, dy);
  const near = ringOf(graph, from) + GAP;
  const far = ringOf(graph, to) + GAP;
  if (length <= near + far) return undefined;
  const end = near + (length - near - far) * share;
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
