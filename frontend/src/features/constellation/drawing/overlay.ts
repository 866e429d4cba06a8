import { at, linksAt } from '../graph.js';
import type { Viewport, View } from '../view.js';
import { leaderLineOf, type Highlight, type PlacedLabel } from './labels.js';
import { trimmedLine, ringRadius, SELECTION_RINGS, dotRadius } from './marks.js';
import { type Scene, applyViewTransform } from './paint.js';
import type { Transitions } from './transitions.js';

const FULL_CIRCLE = Math.PI * 2;
/** Width of the background-coloured outline of a label, in pixels. */
const OUTLINE = 5;
export const LEADER_OPACITY = 0.5;
const RIPPLE = { radius: 34, from: 0.2, opacity: 0.9 } as const;

type Context = CanvasRenderingContext2D;

function paintSelection(context: Context, scene: Scene, selected: number): void {
  const { graph, positions, palette, visibility } = scene;
  context.strokeStyle = palette.accent;
  context.globalAlpha = 0.9;
  context.lineWidth = 1.2;
  context.beginPath();
  for (const link of linksAt(graph, selected)) {
    const line = visibility.links[link] === 1 && trimmedLine(graph, positions, link);
    if (!line) continue;
    context.moveTo(line.x1, line.y1);
    context.lineTo(line.x2, line.y2);
  }
  context.stroke();
  const x = at(positions, selected * 2);
  const y = at(positions, selected * 2 + 1);
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

function paintHover(context: Context, { graph, positions, palette }: Scene, hovered: number): void {
  context.beginPath();
  context.arc(
    at(positions, hovered * 2),
    at(positions, hovered * 2 + 1),
    ringRadius(graph, hovered) + 3,
    0,
    FULL_CIRCLE,
  );
  context.strokeStyle = palette.accent;
  context.lineWidth = 1;
  context.stroke();
}

function paintLabels(
  context: Context,
  labels: readonly PlacedLabel[],
  { palette }: Scene,
  pixelRatio: number,
): void {
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
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

function paintTransitions(context: Context, scene: Scene, transitions: Transitions, now: number): void {
  const { graph, positions, palette } = scene;
  context.strokeStyle = palette.accent;
  context.lineWidth = 1.2;
  for (const { link, share, opacity } of transitions.newLinks(graph, now)) {
    const line = trimmedLine(graph, positions, link, share);
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
      at(positions, node * 2),
      at(positions, node * 2 + 1),
      RIPPLE.radius * (RIPPLE.from + (1 - RIPPLE.from) * share),
      0,
      FULL_CIRCLE,
    );
    context.stroke();
  }
  context.strokeStyle = palette.line;
  context.fillStyle = palette.text;
  for (const { x1, y1, x2, y2, share } of transitions.fadingLines(now)) {
    context.globalAlpha = 1 - share;
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }
  for (const { x, y, radius, share } of transitions.fadingNodes(now)) {
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
  view: View;
  viewport: Viewport;
  pixelRatio: number;
}

export function paintOverlay(
  context: Context,
  scene: Scene,
  { highlight: { selected, hovered }, labels, transitions, view, viewport, pixelRatio }: Overlay,
  now: number,
): void {
  const isVisible = (node: number) => scene.visibility.nodes[node] === 1;
  applyViewTransform(context, view, viewport, pixelRatio);
  paintTransitions(context, scene, transitions, now);
  if (isVisible(selected)) paintSelection(context, scene, selected);
  if (isVisible(hovered) && hovered !== selected) paintHover(context, scene, hovered);
  paintLabels(context, labels, scene, pixelRatio);
}
