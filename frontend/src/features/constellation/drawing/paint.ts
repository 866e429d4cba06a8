import { CONSTELLATION_VIEW } from '@oniverse/contracts';
import { at, type Graph } from '../graph.js';
import type { Shown } from '../filter.js';
import { type Frame, scaleOf, type View } from '../view.js';
import {
  DOTTED,
  faintnessOf,
  GAP,
  LINE_STYLES,
  lineClassOf,
  ringOf,
  starOf,
  WAITING_RINGS,
} from './marks.js';
import type { Palette } from './palette.js';

/** All that a picture of the chart is made from. */
export interface Scene {
  graph: Graph;
  shown: Shown;
  /** x and y of each node, in the drawing space. */
  positions: Float32Array;
  palette: Palette;
}

/** How carefully the chart is painted. */
export interface Care {
  /** How many lines at most, the strongest first. */
  lines: number;
  /** How many nodes are drawn as rings and stars; more become small squares. */
  rings: number;
}

/** Everything, for what stands still; and what can be painted anew for each frame. */
export const STILL: Care = { lines: Infinity, rings: 4_000 };
export const MOVING: Care = { lines: 1_200, rings: 600 };

/** Rings smaller than this many pixels are drawn as squares. */
const LEAST_RING = 2.4;
/** Marks in one path: longer paths take a rasterizer in software more than in proportion. */
const IN_A_PATH = 48;
const GRID = 100;
const TURN = Math.PI * 2;

type Context = CanvasRenderingContext2D;

interface Window {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What of the drawing space a frame shows. */
export function windowOf(view: View, frame: Frame): Window {
  const scale = scaleOf(frame, view);
  const halfWidth = frame.width / 2 / scale;
  const halfHeight = frame.height / 2 / scale;
  return {
    left: view.x - halfWidth,
    right: view.x + halfWidth,
    top: view.y - halfHeight,
    bottom: view.y + halfHeight,
  };
}

/** Lets the context draw in units of the drawing space. */
export function enterSpace(context: Context, view: View, frame: Frame, density: number): void {
  const scale = scaleOf(frame, view) * density;
  context.setTransform(
    scale,
    0,
    0,
    scale,
    (frame.width / 2) * density - view.x * scale,
    (frame.height / 2) * density - view.y * scale,
  );
}

/** Where the lines of the grid are, across one side of a window. */
export function gridWithin(start: number, end: number): number[] {
  const first = Math.ceil(start / GRID);
  const count = Math.max(0, Math.floor(end / GRID) - first + 1);
  return Array.from({ length: count }, (_, line) => (first + line) * GRID);
}

function paintGrid(
  context: Context,
  { left, top, right, bottom }: Window,
  unit: number,
  colour: string,
): void {
  context.beginPath();
  for (const x of gridWithin(left, right)) {
    context.moveTo(x, top);
    context.lineTo(x, bottom);
  }
  for (const y of gridWithin(top, bottom)) {
    context.moveTo(left, y);
    context.lineTo(right, y);
  }
  context.strokeStyle = colour;
  context.lineWidth = unit;
  context.stroke();
}

/** Lines that may touch the window. */
function paintLines(context: Context, scene: Scene, window: Window, unit: number, most: number): void {
  const { graph, shown, positions, palette } = scene;
  const { ends, strengths } = graph;
  const faintness = faintnessOf(graph);
  let left = most;
  let style = -1;
  let inPath = 0;
  context.strokeStyle = palette.line;
  for (let link = 0; link < strengths.length && left > 0; link += 1) {
    if (shown.links[link] === 0) continue;
    const from = at(ends, link * 2);
    const to = at(ends, link * 2 + 1);
    const x1 = at(positions, from * 2);
    const y1 = at(positions, from * 2 + 1);
    const x2 = at(positions, to * 2);
    const y2 = at(positions, to * 2 + 1);
    if (x1 < window.left ? x2 < window.left : x1 > window.right && x2 > window.right) continue;
    if (y1 < window.top ? y2 < window.top : y1 > window.bottom && y2 > window.bottom) continue;
    const dx = x2 - x1;
    const dy = y2 - y1;
    const length = Math.sqrt(dx * dx + dy * dy);
    const near = (ringOf(graph, from) + GAP) / length;
    const far = (ringOf(graph, to) + GAP) / length;
    if (near + far >= 1) continue;
    // Links come strongest first, so that styles change as seldom as can be.
    const next = lineClassOf(at(strengths, link));
    if (next !== style) {
      if (style >= 0) context.stroke();
      style = next;
      const { width, opacity } = LINE_STYLES[next] ?? { width: 1, opacity: 1 };
      context.lineWidth = Math.max(width, unit * 0.6);
      context.globalAlpha = opacity * faintness;
      context.beginPath();
      inPath = 0;
    }
    context.moveTo(x1 + dx * near, y1 + dy * near);
    context.lineTo(x2 - dx * far, y2 - dy * far);
    left -= 1;
    inPath += 1;
    if (inPath < IN_A_PATH) continue;
    context.stroke();
    context.beginPath();
    inPath = 0;
  }
  if (style >= 0) context.stroke();
  context.globalAlpha = 1;
}

/** The shown nodes within the window, but for one's own. */
function nodesWithin({ graph, shown, positions }: Scene, window: Window): number[] {
  const margin = 10;
  const found: number[] = [];
  for (let node = 0; node < graph.nodes.length; node += 1) {
    if (shown.nodes[node] === 0 || node === graph.own) continue;
    const x = at(positions, node * 2);
    const y = at(positions, node * 2 + 1);
    if (x < window.left - margin || x > window.right + margin) continue;
    if (y < window.top - margin || y > window.bottom + margin) continue;
    found.push(node);
  }
  return found;
}

function paintSquares(context: Context, scene: Scene, nodes: readonly number[], unit: number): void {
  context.fillStyle = scene.palette.text;
  for (const node of nodes) {
    const side = Math.max(starOf(scene.graph, node), unit * 1.4);
    const x = at(scene.positions, node * 2);
    const y = at(scene.positions, node * 2 + 1);
    context.fillRect(x - side / 2, y - side / 2, side, side);
  }
}

/** Traces a circle around each node, and draws a few at a time. */
function circles(
  context: Context,
  nodes: readonly number[],
  positions: Float32Array,
  radiusOf: (node: number) => number,
  draw: () => void,
): void {
  for (let start = 0; start < nodes.length; start += IN_A_PATH) {
    context.beginPath();
    for (const node of nodes.slice(start, start + IN_A_PATH)) {
      const x = at(positions, node * 2);
      const y = at(positions, node * 2 + 1);
      const radius = radiusOf(node);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, TURN);
    }
    draw();
  }
}

function paintRings(context: Context, scene: Scene, nodes: readonly number[], unit: number): void {
  const { graph, positions, palette } = scene;
  context.strokeStyle = palette.line;
  context.lineWidth = unit;
  context.globalAlpha = 0.55;
  circles(
    context,
    nodes,
    positions,
    (node) => ringOf(graph, node),
    () => context.stroke(),
  );
  context.globalAlpha = 1;
  context.fillStyle = palette.text;
  circles(
    context,
    nodes,
    positions,
    (node) => starOf(graph, node),
    () => context.fill(),
  );
}

/** The member's own node: warm, and larger than the others. */
function paintOwn(context: Context, { graph, positions, palette }: Scene): void {
  if (graph.own < 0) return;
  const x = at(positions, graph.own * 2);
  const y = at(positions, graph.own * 2 + 1);
  const ring = ringOf(graph, graph.own);
  context.beginPath();
  context.arc(x, y, ring * 0.625, 0, TURN);
  context.fillStyle = palette.warm;
  context.fill();
  context.beginPath();
  context.arc(x, y, ring, 0, TURN);
  context.strokeStyle = palette.warm;
  context.lineWidth = 1.25;
  context.stroke();
  if (at(graph.degrees, graph.own) > 0) return;
  context.lineWidth = 1;
  context.setLineDash([...DOTTED]);
  context.globalAlpha = 0.7;
  for (const radius of WAITING_RINGS) {
    context.beginPath();
    context.arc(x, y, radius, 0, TURN);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/**
 * Paints what of the chart the frame shows: ground, grid, lines and nodes; what the visitor points at comes above it.
 * @param density pixels of the canvas for each CSS pixel
 */
export function paintChart(
  context: Context,
  scene: Scene,
  view: View,
  frame: Frame,
  density: number,
  care: Care,
): void {
  const window = windowOf(view, frame);
  const unit = 1 / scaleOf(frame, view);
  context.setTransform(density, 0, 0, density, 0, 0);
  context.fillStyle = scene.palette.background;
  context.fillRect(0, 0, frame.width, frame.height);
  enterSpace(context, view, frame, density);
  paintGrid(context, window, unit, scene.palette.grid);
  paintLines(context, scene, window, unit, care.lines);
  const nodes = nodesWithin(scene, window);
  const asSquares = nodes.length > care.rings || CONSTELLATION_VIEW.radius < LEAST_RING * unit;
  if (asSquares) paintSquares(context, scene, nodes, unit);
  else paintRings(context, scene, nodes, unit);
  paintOwn(context, scene);
}
