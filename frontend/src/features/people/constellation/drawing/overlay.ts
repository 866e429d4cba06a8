import { at, linksAt } from '../graph.js';
import { toViewport } from '../view.js';
import { leaderLineOf, type PlacedLabel } from './labels.js';
import { type Highlight } from './label-specs.js';
import { trimmedLine, ringRadius, SELECTION_RINGS, dotRadius } from './marks.js';
import { paintPath, type PathTrace } from './path-trace.js';
import { type Picture, setPixelCoordinates } from './picture.js';
import type { Transitions } from './transitions.js';

const FULL_CIRCLE = Math.PI * 2;
/** Width of the background-coloured outline of a label, in pixels. */
const OUTLINE = 5;
export const LEADER_OPACITY = 0.5;
const RIPPLE = { radius: 34, from: 0.2, opacity: 0.9 } as const;

type Context = CanvasRenderingContext2D;

function paintSelection(context: Context, picture: Picture, selected: number): void {
  const { graph, points, palette, visibility } = picture;
  context.strokeStyle = palette.accent;
  context.globalAlpha = 0.9;
  context.lineWidth = 1.2;
  context.beginPath();
  for (const link of linksAt(graph, selected)) {
    const line = visibility.links[link] === 1 && trimmedLine(graph, points, link);
    if (!line) continue;
    context.moveTo(line.x1, line.y1);
    context.lineTo(line.x2, line.y2);
  }
  context.stroke();
  const x = at(points, selected * 2);
  const y = at(points, selected * 2 + 1);
  const ring = { radius: ringRadius(graph, selected), opacity: 1 };
  context.lineWidth = 1;
  for (const { radius, opacity } of [ring, ...SELECTION_RINGS]) {
    context.globalAlpha = opacity;
    context.beginPath();
    context.arc(x, y, radius, 0, FULL_CIRCLE);
    context.stroke();
  }
  context.globalAlpha = 1;
  if (selected === graph.own) return;
  context.beginPath();
  context.arc(x, y, dotRadius(graph, selected), 0, FULL_CIRCLE);
  context.fillStyle = palette.accent;
  context.fill();
}

function paintHover(context: Context, { graph, points, palette }: Picture, hovered: number): void {
  context.beginPath();
  context.arc(
    at(points, hovered * 2),
    at(points, hovered * 2 + 1),
    ringRadius(graph, hovered) + 3,
    0,
    FULL_CIRCLE,
  );
  context.strokeStyle = palette.accent;
  context.lineWidth = 1;
  context.stroke();
}

function paintLabels(context: Context, labels: readonly PlacedLabel[], { palette }: Picture): void {
  context.textAlign = 'center';
  context.lineJoin = 'round';
  for (const label of labels) {
    const { text, x, y, size, tone } = label;
    const leader = leaderLineOf(label);
    if (leader) {
      context.strokeStyle = palette[tone];
      context.lineWidth = 1;
      context.globalAlpha = LEADER_OPACITY;
      context.beginPath();
      context.moveTo(leader.x1, leader.y1);
      context.lineTo(leader.x2, leader.y2);
      context.stroke();
      context.globalAlpha = 1;
    }
    context.lineWidth = OUTLINE;
    context.strokeStyle = palette.background;
    context.font = `italic 400 ${size}px ${palette.display}`;
    context.fillStyle = palette[tone];
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}

function paintTransitions(context: Context, picture: Picture, transitions: Transitions, now: number): void {
  const { graph, points, palette, view, viewport } = picture;
  context.strokeStyle = palette.accent;
  context.lineWidth = 1.2;
  for (const { link, share, opacity } of transitions.newLinks(graph, now)) {
    const line = trimmedLine(graph, points, link, share);
    if (!line) continue;
    context.globalAlpha = opacity;
    context.beginPath();
    context.moveTo(line.x1, line.y1);
    context.lineTo(line.x2, line.y2);
    context.stroke();
  }
  for (const { node, share } of transitions.ripples(graph, now)) {
    context.globalAlpha = RIPPLE.opacity * (1 - share);
    context.beginPath();
    context.arc(
      at(points, node * 2),
      at(points, node * 2 + 1),
      RIPPLE.radius * (RIPPLE.from + (1 - RIPPLE.from) * share),
      0,
      FULL_CIRCLE,
    );
    context.stroke();
  }
  context.strokeStyle = palette.line;
  context.fillStyle = palette.text;
  for (const { x1, y1, x2, y2, share } of transitions.fadingLines(now)) {
    const from = toViewport(view, viewport, { x: x1, y: y1 });
    const to = toViewport(view, viewport, { x: x2, y: y2 });
    context.globalAlpha = 1 - share;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  for (const { radius, share, ...place } of transitions.fadingNodes(now)) {
    const { x, y } = toViewport(view, viewport, place);
    context.globalAlpha = 1 - share;
    context.beginPath();
    context.arc(x, y, radius, 0, FULL_CIRCLE);
    context.fill();
  }
  context.globalAlpha = 1;
}

export interface Overlay {
  highlight: Highlight;
  labels: readonly PlacedLabel[];
  transitions: Transitions;
  path: PathTrace | undefined;
}

export function paintOverlay(
  context: Context,
  picture: Picture,
  pixelRatio: number,
  { highlight: { selected, hovered }, labels, transitions, path }: Overlay,
  now: number,
): void {
  const isVisible = (node: number) => picture.visibility.nodes[node] === 1;
  setPixelCoordinates(context, picture, pixelRatio);
  paintTransitions(context, picture, transitions, now);
  if (isVisible(selected)) paintSelection(context, picture, selected);
  if (path) paintPath(context, picture, path, now);
  if (isVisible(hovered) && hovered !== selected) paintHover(context, picture, hovered);
  paintLabels(context, labels, picture);
}
