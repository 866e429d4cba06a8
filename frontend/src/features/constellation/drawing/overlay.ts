import { at, linksAt } from '../graph.js';
import { type Frame, scaleOf, toFrame, type View } from '../view.js';
import { cutLine, type Label, labelsOf, ringOf, SELECTION_RINGS, starOf } from './marks.js';
import { type Scene, enterSpace } from './paint.js';
import type { Transitions } from './transitions.js';

/** What the visitor points at, by places of nodes; -1 for none. */
export interface Pointed {
  selected: number;
  hovered: number;
}

const TURN = Math.PI * 2;
/** Pixels of a name, and how far below or above its node it stands. */
const NAME = { size: 15, large: 19, outline: 5, below: 18, largeBelow: 38, above: 10 } as const;
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
  context.arc(x, y, starOf(at(graph.degrees, selected)), 0, TURN);
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

/** How far below its node a name stands, in units of the drawing space. */
const offsetOf = ({ above, large }: Label): number =>
  above ? -NAME.above : large ? NAME.largeBelow : NAME.below;

/** A name as it is set: where, how large, in which colour. */
export interface SetLabel extends Label {
  x: number;
  y: number;
  size: number;
}

/** The names to be set, in pixels of the frame. */
export function setLabels(
  { graph, positions, shown }: Scene,
  { selected, hovered }: Pointed,
  view: View,
  frame: Frame,
  you: string,
): SetLabel[] {
  const scale = scaleOf(frame, view);
  return labelsOf(graph, selected, hovered, you)
    .filter(({ node }) => shown.nodes[node] === 1)
    .map((label) => {
      const { x, y } = toFrame(view, frame, {
        x: at(positions, label.node * 2),
        y: at(positions, label.node * 2 + 1),
      });
      const away = offsetOf(label) * Math.max(0.6, scale);
      return {
        ...label,
        x,
        y: y + away + (label.above ? -2 : 4),
        size: label.large ? NAME.large : NAME.size,
      };
    });
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
  context.lineWidth = NAME.outline;
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
  for (const { link, share } of transitions.lines(graph, now)) {
    const line = cutLine(graph, positions, link, share);
    if (!line) continue;
    context.globalAlpha = 0.9;
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

/** Paints what comes above the chart: what comes and goes, the selection, what the pointer is over, and names. */
export function paintOverlay(
  context: Context,
  scene: Scene,
  pointed: Pointed,
  transitions: Transitions,
  view: View,
  frame: Frame,
  density: number,
  you: string,
  now: number,
): void {
  const { selected, hovered } = pointed;
  enterSpace(context, view, frame, density);
  paintTransitions(context, scene, transitions, now);
  if (selected >= 0) paintSelection(context, scene, selected);
  if (hovered >= 0 && hovered !== selected) paintHover(context, scene, hovered);
  paintLabels(context, setLabels(scene, pointed, view, frame, you), scene, density);
}
