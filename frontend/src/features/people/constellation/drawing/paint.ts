import { at, type Graph } from '../graph.js';
import { paintBackdrop } from './backdrop.js';
import {
  BACKGROUND_OPACITY,
  BAND_OPACITY,
  DOT_PATTERN,
  dotRadius,
  FOREGROUND_OPACITY,
  gapShare,
  isCrowd,
  isInBand,
  LINE_GAP,
  LINE_STYLES,
  lineStyleIndex,
  outerRadius,
  ringRadius,
  UNLINKED_RINGS,
} from './marks.js';
import type { Picture } from './picture.js';

export interface LevelOfDetail {
  /** Maximum length of all lines in CSS pixels, strongest first. A software rasterizer's cost grows with it. */
  maxLength: number;
  /** Whether to draw background links, which are hardly visible in motion. */
  background: boolean;
  /** Maximum number of nodes drawn as rings and dots; more are drawn as small squares. */
  maxRings: number;
}

export const FULL_DETAIL: LevelOfDetail = { maxLength: Infinity, background: true, maxRings: 4_000 };
export const REDUCED_DETAIL: LevelOfDetail = { maxLength: 60_000, background: false, maxRings: 600 };

/** From far away, below this scale, dots shrink and rings disappear. */
const FAR_SCALE = 0.6;
const MIN_DOT_SHARE = 0.45;
const MIN_SQUARE = 1.4;
/** Shapes per path. The cost of a software rasterizer grows faster than the length of the path. */
const SHAPES_PER_PATH = 48;
/** Nodes up to this far outside of the area may be visible, in pixels. */
const MARGIN = 10;
const FULL_CIRCLE = Math.PI * 2;

type Context = CanvasRenderingContext2D;

function paintLinkLayer(
  context: Context,
  picture: Picture,
  {
    maxLength,
    foreground,
    opacity: share,
  }: { maxLength: number; foreground: 0 | 1 | undefined; opacity: number },
): void {
  const { graph, visibility, points, area } = picture;
  const { ends, strengths } = graph;
  const { left, top, right, bottom } = area;
  let remaining = maxLength;
  let style = -1;
  let shapesInPath = 0;
  for (let link = 0; link < strengths.length && remaining > 0; link += 1) {
    if (
      visibility.links[link] === 0 ||
      (foreground !== undefined && picture.foreground?.[link] !== foreground)
    )
      continue;
    const from = at(ends, link * 2);
    const to = at(ends, link * 2 + 1);
    const x1 = at(points, from * 2);
    const y1 = at(points, from * 2 + 1);
    const x2 = at(points, to * 2);
    const y2 = at(points, to * 2 + 1);
    if (x1 < left ? x2 < left : x1 > right && x2 > right) continue;
    if (y1 < top ? y2 < top : y1 > bottom && y2 > bottom) continue;
    const dx = x2 - x1;
    const dy = y2 - y1;
    const length = Math.sqrt(dx * dx + dy * dy);
    const radiusFrom = outerRadius(graph, from) + LINE_GAP;
    const radiusTo = outerRadius(graph, to) + LINE_GAP;
    const gaps = gapShare(length, radiusFrom + radiusTo);
    if (gaps === 0) continue;
    const gapScale = gaps / length;
    // Links are sorted by strength, so styles rarely change.
    const next = lineStyleIndex(at(strengths, link));
    if (next !== style) {
      if (style >= 0) context.stroke();
      style = next;
      const { width, opacity } = LINE_STYLES[next] ?? { width: 1, opacity: 1 };
      context.lineWidth = width;
      context.globalAlpha = Math.min(1, opacity * share);
      context.beginPath();
      shapesInPath = 0;
    }
    context.moveTo(x1 + dx * radiusFrom * gapScale, y1 + dy * radiusFrom * gapScale);
    context.lineTo(x2 - dx * radiusTo * gapScale, y2 - dy * radiusTo * gapScale);
    remaining -= length;
    shapesInPath += 1;
    if (shapesInPath < SHAPES_PER_PATH) continue;
    context.stroke();
    context.beginPath();
    shapesInPath = 0;
  }
  if (style >= 0) context.stroke();
  context.globalAlpha = 1;
}

function paintLinks(context: Context, picture: Picture, { maxLength, background }: LevelOfDetail): void {
  const { foreground } = picture;
  context.strokeStyle = picture.palette.line;
  if (foreground && background) {
    paintLinkLayer(context, picture, { maxLength, foreground: 0, opacity: BACKGROUND_OPACITY });
  }
  paintLinkLayer(context, picture, {
    maxLength,
    foreground: foreground && 1,
    opacity: foreground ? FOREGROUND_OPACITY : 1,
  });
}

/** Omits the member's own node. */
function nodesIn({ graph, visibility, points, area }: Picture): number[] {
  const nodes: number[] = [];
  for (let node = 0; node < graph.nodes.length; node += 1) {
    if (visibility.nodes[node] === 0 || node === graph.own) continue;
    const x = at(points, node * 2);
    const y = at(points, node * 2 + 1);
    if (x < area.left - MARGIN || x > area.right + MARGIN) continue;
    if (y < area.top - MARGIN || y > area.bottom + MARGIN) continue;
    nodes.push(node);
  }
  return nodes;
}

/** Returns the size of a dot relative to its size near by. */
const dotShareOf = (scale: number): number => Math.max(MIN_DOT_SHARE, Math.min(1, scale / FAR_SCALE));

function paintSquares(
  context: Context,
  { graph, points, palette, scale }: Picture,
  nodes: readonly number[],
) {
  context.fillStyle = palette.text;
  for (const node of nodes) {
    const side = Math.max(dotRadius(graph, node) * 1.6 * dotShareOf(scale), MIN_SQUARE);
    context.fillRect(at(points, node * 2) - side / 2, at(points, node * 2 + 1) - side / 2, side, side);
  }
}

function paintCircles(
  context: Context,
  nodes: readonly number[],
  points: Float32Array,
  radiusOf: (node: number) => number,
  draw: () => void,
): void {
  for (let start = 0; start < nodes.length; start += SHAPES_PER_PATH) {
    context.beginPath();
    for (const node of nodes.slice(start, start + SHAPES_PER_PATH)) {
      const x = at(points, node * 2);
      const y = at(points, node * 2 + 1);
      const radius = radiusOf(node);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, FULL_CIRCLE);
    }
    draw();
  }
}

function paintRings(context: Context, { graph, points, palette }: Picture, nodes: readonly number[]): void {
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.globalAlpha = 0.55;
  paintCircles(
    context,
    nodes,
    points,
    (node) => ringRadius(graph, node),
    () => context.stroke(),
  );
  context.globalAlpha = 1;
}

function paintDots(context: Context, { graph, points, palette, scale }: Picture, nodes: readonly number[]) {
  const share = dotShareOf(scale);
  context.fillStyle = palette.text;
  paintCircles(
    context,
    nodes,
    points,
    (node) => dotRadius(graph, node) * share,
    () => context.fill(),
  );
}

function paintOwnNode(context: Context, { graph, points, palette }: Picture): void {
  if (graph.own < 0) return;
  const x = at(points, graph.own * 2);
  const y = at(points, graph.own * 2 + 1);
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

/** Returns whether other members' nodes have rings: only in a small network, from near by. */
export const hasRings = (graph: Graph, scale: number): boolean => !isCrowd(graph) && scale >= FAR_SCALE / 2;

/** @param pixelRatio canvas pixels per CSS pixel */
export function paintConstellation(
  context: Context,
  picture: Picture,
  pixelRatio: number,
  detail: LevelOfDetail,
): void {
  const { graph, scale } = picture;
  paintBackdrop(context, picture, pixelRatio);
  paintLinks(context, picture, detail);
  const nodes = nodesIn(picture);
  const linked = nodes.filter((node) => !isInBand(graph, node));
  const unlinked = nodes.filter((node) => isInBand(graph, node));
  const paintNodes = nodes.length > detail.maxRings ? paintSquares : paintDots;
  if (hasRings(graph, scale)) paintRings(context, picture, linked);
  paintNodes(context, picture, linked);
  context.globalAlpha = BAND_OPACITY;
  paintNodes(context, picture, unlinked);
  context.globalAlpha = 1;
  paintOwnNode(context, picture);
}
