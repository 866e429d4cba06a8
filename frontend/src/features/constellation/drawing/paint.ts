import { DRAWING } from '../drawing-space.js';
import { at, type Graph } from '../graph.js';
import type { Visibility } from '../filter.js';
import { type Viewport, scaleOf, type View } from '../view.js';
import {
  BACKGROUND_OPACITY,
  BAND_OPACITY,
  DOT_PATTERN,
  FOREGROUND_OPACITY,
  LINE_GAP,
  gapShare,
  isCrowd,
  isInBand,
  LINE_STYLES,
  lineStyleIndex,
  outerRadius,
  ringRadius,
  dotRadius,
  UNLINKED_RINGS,
} from './marks.js';
import type { Palette } from './palette.js';

export interface Scene {
  graph: Graph;
  visibility: Visibility;
  /** x and y of each node in the drawing space. */
  positions: Float32Array;
  /** Undefined if all links look alike. */
  foreground: Uint8Array | undefined;
  palette: Palette;
}

export interface LevelOfDetail {
  /** Maximum number of links, strongest first. */
  maxLinks: number;
  /** Whether to draw background links, which are hardly visible in motion. */
  background: boolean;
  /** Maximum number of nodes drawn as rings and dots; more are drawn as small squares. */
  maxRings: number;
}

export const FULL_DETAIL: LevelOfDetail = { maxLinks: Infinity, background: true, maxRings: 4_000 };
export const REDUCED_DETAIL: LevelOfDetail = { maxLinks: 1_200, background: false, maxRings: 600 };

const MIN_DOT_RADIUS = 0.6;
/** Nodes with a smaller ring radius in pixels are drawn as squares. */
const MIN_RING_RADIUS = 2.4;
/** Shapes per path. The cost of a software rasterizer grows faster than the length of the path. */
const SHAPES_PER_PATH = 48;
const GRID = 100;
const FULL_CIRCLE = Math.PI * 2;

type Context = CanvasRenderingContext2D;

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function visibleAreaOf(view: View, viewport: Viewport): Area {
  const scale = scaleOf(viewport, view);
  const halfWidth = viewport.width / 2 / scale;
  const halfHeight = viewport.height / 2 / scale;
  return {
    left: view.x - halfWidth,
    right: view.x + halfWidth,
    top: view.y - halfHeight,
    bottom: view.y + halfHeight,
  };
}

export function applyViewTransform(
  context: Context,
  view: View,
  viewport: Viewport,
  pixelRatio: number,
): void {
  const scale = scaleOf(viewport, view) * pixelRatio;
  context.setTransform(
    scale,
    0,
    0,
    scale,
    (viewport.width / 2) * pixelRatio - view.x * scale,
    (viewport.height / 2) * pixelRatio - view.y * scale,
  );
}

export function gridLinesIn(start: number, end: number): number[] {
  const first = Math.ceil(start / GRID);
  const count = Math.max(0, Math.floor(end / GRID) - first + 1);
  return Array.from({ length: count }, (_, line) => (first + line) * GRID);
}

function paintGrid(context: Context, { left, top, right, bottom }: Area, unit: number, colour: string): void {
  context.beginPath();
  for (const x of gridLinesIn(left, right)) {
    context.moveTo(x, top);
    context.lineTo(x, bottom);
  }
  for (const y of gridLinesIn(top, bottom)) {
    context.moveTo(left, y);
    context.lineTo(right, y);
  }
  context.strokeStyle = colour;
  context.lineWidth = unit;
  context.stroke();
}

function paintLinkLayer(
  context: Context,
  scene: Scene,
  area: Area,
  unit: number,
  {
    maxLinks,
    foreground,
    opacity: share,
  }: { maxLinks: number; foreground: 0 | 1 | undefined; opacity: number },
): void {
  const { graph, visibility, positions } = scene;
  const { ends, strengths } = graph;
  let remaining = maxLinks;
  let style = -1;
  let shapesInPath = 0;
  for (let link = 0; link < strengths.length && remaining > 0; link += 1) {
    if (visibility.links[link] === 0 || (foreground !== undefined && scene.foreground?.[link] !== foreground))
      continue;
    const from = at(ends, link * 2);
    const to = at(ends, link * 2 + 1);
    const x1 = at(positions, from * 2);
    const y1 = at(positions, from * 2 + 1);
    const x2 = at(positions, to * 2);
    const y2 = at(positions, to * 2 + 1);
    if (x1 < area.left ? x2 < area.left : x1 > area.right && x2 > area.right) continue;
    if (y1 < area.top ? y2 < area.top : y1 > area.bottom && y2 > area.bottom) continue;
    const dx = x2 - x1;
    const dy = y2 - y1;
    const length = Math.sqrt(dx * dx + dy * dy);
    const radiusFrom = outerRadius(graph, from) + LINE_GAP;
    const radiusTo = outerRadius(graph, to) + LINE_GAP;
    const gapScale = gapShare(length, radiusFrom + radiusTo) / length;
    if (gapScale === 0) continue;
    // Links are sorted by strength, so styles rarely change.
    const next = lineStyleIndex(at(strengths, link));
    if (next !== style) {
      if (style >= 0) context.stroke();
      style = next;
      const { width, opacity } = LINE_STYLES[next] ?? { width: 1, opacity: 1 };
      context.lineWidth = Math.max(width, unit * 0.6);
      context.globalAlpha = Math.min(1, opacity * share);
      context.beginPath();
      shapesInPath = 0;
    }
    context.moveTo(x1 + dx * radiusFrom * gapScale, y1 + dy * radiusFrom * gapScale);
    context.lineTo(x2 - dx * radiusTo * gapScale, y2 - dy * radiusTo * gapScale);
    remaining -= 1;
    shapesInPath += 1;
    if (shapesInPath < SHAPES_PER_PATH) continue;
    context.stroke();
    context.beginPath();
    shapesInPath = 0;
  }
  if (style >= 0) context.stroke();
  context.globalAlpha = 1;
}

function paintLinks(context: Context, scene: Scene, area: Area, unit: number, detail: LevelOfDetail): void {
  const { foreground } = scene;
  const maxLinks = detail.maxLinks;
  context.strokeStyle = scene.palette.line;
  if (foreground && detail.background) {
    paintLinkLayer(context, scene, area, unit, { maxLinks, foreground: 0, opacity: BACKGROUND_OPACITY });
  }
  paintLinkLayer(context, scene, area, unit, {
    maxLinks,
    foreground: foreground && 1,
    opacity: foreground ? FOREGROUND_OPACITY : 1,
  });
}

/** Omits the member's own node. */
function nodesIn({ graph, visibility, positions }: Scene, area: Area): number[] {
  const margin = 10;
  const nodes: number[] = [];
  for (let node = 0; node < graph.nodes.length; node += 1) {
    if (visibility.nodes[node] === 0 || node === graph.own) continue;
    const x = at(positions, node * 2);
    const y = at(positions, node * 2 + 1);
    if (x < area.left - margin || x > area.right + margin) continue;
    if (y < area.top - margin || y > area.bottom + margin) continue;
    nodes.push(node);
  }
  return nodes;
}

function paintSquares(context: Context, scene: Scene, nodes: readonly number[], unit: number): void {
  context.fillStyle = scene.palette.text;
  for (const node of nodes) {
    const side = Math.max(dotRadius(scene.graph, node), unit * 1.4);
    const x = at(scene.positions, node * 2);
    const y = at(scene.positions, node * 2 + 1);
    context.fillRect(x - side / 2, y - side / 2, side, side);
  }
}

function paintCircles(
  context: Context,
  nodes: readonly number[],
  positions: Float32Array,
  radiusOf: (node: number) => number,
  draw: () => void,
): void {
  for (let start = 0; start < nodes.length; start += SHAPES_PER_PATH) {
    context.beginPath();
    for (const node of nodes.slice(start, start + SHAPES_PER_PATH)) {
      const x = at(positions, node * 2);
      const y = at(positions, node * 2 + 1);
      const radius = radiusOf(node);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, FULL_CIRCLE);
    }
    draw();
  }
}

function paintRings(context: Context, scene: Scene, nodes: readonly number[], unit: number): void {
  const { graph, positions, palette } = scene;
  context.strokeStyle = palette.line;
  context.lineWidth = unit;
  context.globalAlpha = 0.55;
  paintCircles(
    context,
    nodes,
    positions,
    (node) => ringRadius(graph, node),
    () => context.stroke(),
  );
  context.globalAlpha = 1;
}

function paintDots(
  context: Context,
  { graph, positions, palette }: Scene,
  nodes: readonly number[],
  unit: number,
): void {
  context.fillStyle = palette.text;
  paintCircles(
    context,
    nodes,
    positions,
    (node) => Math.max(dotRadius(graph, node), unit * MIN_DOT_RADIUS),
    () => context.fill(),
  );
}

function paintOwnNode(context: Context, { graph, positions, palette }: Scene): void {
  if (graph.own < 0) return;
  const x = at(positions, graph.own * 2);
  const y = at(positions, graph.own * 2 + 1);
  const ring = ringRadius(graph, graph.own);
  context.beginPath();
  context.arc(x, y, ring * 0.625, 0, FULL_CIRCLE);
  context.fillStyle = palette.warm;
  context.fill();
  context.beginPath();
  context.arc(x, y, ring, 0, FULL_CIRCLE);
  context.strokeStyle = palette.warm;
  context.lineWidth = 1.25;
  context.stroke();
  if (at(graph.degrees, graph.own) > 0) return;
  context.lineWidth = 1;
  context.setLineDash([...DOT_PATTERN]);
  context.globalAlpha = 0.7;
  for (const radius of UNLINKED_RINGS) {
    context.beginPath();
    context.arc(x, y, radius, 0, FULL_CIRCLE);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** @param pixelRatio canvas pixels per CSS pixel */
export function paintConstellation(
  context: Context,
  scene: Scene,
  view: View,
  viewport: Viewport,
  pixelRatio: number,
  detail: LevelOfDetail,
): void {
  const area = visibleAreaOf(view, viewport);
  const unit = 1 / scaleOf(viewport, view);
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.fillStyle = scene.palette.background;
  context.fillRect(0, 0, viewport.width, viewport.height);
  applyViewTransform(context, view, viewport, pixelRatio);
  paintGrid(context, area, unit, scene.palette.grid);
  paintLinks(context, scene, area, unit, detail);
  const nodes = nodesIn(scene, area);
  const linked = nodes.filter((node) => !isInBand(scene.graph, node));
  const asSquares = nodes.length > detail.maxRings || DRAWING.radius < MIN_RING_RADIUS * unit;
  const paintNodes = asSquares ? paintSquares : paintDots;
  if (!asSquares && !isCrowd(scene.graph)) paintRings(context, scene, linked, unit);
  paintNodes(context, scene, linked, unit);
  context.globalAlpha = BAND_OPACITY;
  paintNodes(
    context,
    scene,
    nodes.filter((node) => isInBand(scene.graph, node)),
    unit,
  );
  context.globalAlpha = 1;
  paintOwnNode(context, scene);
}
