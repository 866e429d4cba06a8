import { at, linksAt } from '../graph.js';
import type { Frame, View } from '../view.js';
import type { Pointed, SetLabel } from './labels.js';
import { cutLine, ringOf, SELECTION_RINGS, starOf } from './marks.js';
import { type Scene, enterSpace } from './paint.js';
import type { Transitions } from './transitions.js';

const TURN = Math.PI * 2;
/** Pixels around a name that are kept clear of lines. */
const OUTLINE = 5;
const RIPPLE = { radius: 34, from: 0.2, opacity: 0.9 } as const;

type Context = CanvasRenderingContext2D;

function paintSelection(context: Context, scene: Scene, selected: number): void {
  const { graph, positions, palette, shown } = scene;
  context.strokeStyle = palette.accent;
  context.globalAlpha = 0.9;
  context.lineWidth = 1.2;
  context.beginPath();
  for (const link of linksAt(graph, selected)) {
    const line = shown.links[link] === 1 && cutLine(graph, positions, link);
    if (!line) continue;
    context.moveTo(line.x1, line.y1);
    context.lineTo(line.x2, line.y2);
  }
  context.stroke();
  const x = at(positions, selected * 2);
  const y = at(positions, selected * 2 + 1);
  const ring = { radius: ringOf(graph, selected), opacity: 1 };
  context.lineWidth = 1;
  for (const { radius, opacity } of [ring, ...SELECTION_RINGS]) {
    context.globalAlpha = opacity;
    context.beginPath();
    context.arc(x, y, radius, 0, TURN);
    context.stroke();
  }
  context.globalAlpha = 1;
  if (selected === graph.own) return;
  context.beginPath();
  context.arc(x, y, starOf(graph, selected), 0, TURN);
  context.fillStyle = palette.accent;
  context.fill();
}

function paintHover(context: Context, { graph, positions, palette }: Scene, hovered: number): void {
  context.beginPath();
  context.arc(
    at(positions, hovered * 2),
    at(positions, hovered * 2 + 1),
    ringOf(graph, hovered) + 3,
    0,
    TURN,
  );
  context.strokeStyle = palette.accent;
  context.lineWidth = 1;
  context.stroke();
}

function paintLabels(
  context: Context,
  labels: readonly SetLabel[],
  { palette }: Scene,
  density: number,
): void {
  context.setTransform(density, 0, 0, density, 0, 0);
  context.textAlign = 'center';
  context.lineJoin = 'round';
  context.lineWidth = OUTLINE;
  context.strokeStyle = palette.background;
  for (const { text, x, y, size, tone } of labels) {
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
  for (const { link, share, opacity } of transitions.lines(graph, now)) {
    const line = cutLine(graph, positions, link, share);
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
      TURN,
    );
    context.stroke();
  }
  context.strokeStyle = palette.line;
  context.fillStyle = palette.text;
  for (const { x1, y1, x2, y2, share } of transitions.leavingLines(now)) {
    context.globalAlpha = 1 - share;
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }
  for (const { x, y, radius, share } of transitions.leavingStars(now)) {
    context.globalAlpha = 1 - share;
    context.beginPath();
    context.arc(x, y, radius, 0, TURN);
    context.fill();
  }
  context.globalAlpha = 1;
}

/** How the chart is looked at, and what of it comes above its stars and lines. */
export interface Overlay {
  pointed: Pointed;
  labels: readonly SetLabel[];
  transitions: Transitions;
  view: View;
  frame: Frame;
  density: number;
}

/** Paints what comes above the chart: what comes and goes, the selection, what the pointer is over, and names. */
export function paintOverlay(
  context: Context,
  scene: Scene,
  { pointed: { selected, hovered }, labels, transitions, view, frame, density }: Overlay,
  now: number,
): void {
  const isShown = (node: number) => scene.shown.nodes[node] === 1;
  enterSpace(context, view, frame, density);
  paintTransitions(context, scene, transitions, now);
  if (isShown(selected)) paintSelection(context, scene, selected);
  if (isShown(hovered) && hovered !== selected) paintHover(context, scene, hovered);
  paintLabels(context, labels, scene, density);
}
