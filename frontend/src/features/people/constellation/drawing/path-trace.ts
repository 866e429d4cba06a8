import { at } from '../graph.js';
import { dotRadius, lineBetween, ringRadius } from './marks.js';
import type { Picture } from './picture.js';

const STEP_MS = 900;
const WIDTH = 2;
const DOT_RADIUS = 3.6;
const END_RINGS = [
  { radius: 14, opacity: 0.55 },
  { radius: 23, opacity: 0.28 },
] as const;
const FULL_CIRCLE = Math.PI * 2;

/** A path between two members, drawn step by step. */
export interface PathTrace {
  /** Node indexes in order. */
  nodes: readonly number[];
  /** As in `performance.now`; -Infinity for a complete path. */
  startedAt: number;
}

/** Returns the number of drawn steps, with a fraction. */
const drawnSteps = ({ nodes, startedAt }: PathTrace, now: number): number =>
  Math.min(nodes.length - 1, Math.max(0, (now - startedAt) / STEP_MS));

export const isTracing = (trace: PathTrace | undefined, now: number): boolean =>
  trace !== undefined && drawnSteps(trace, now) < trace.nodes.length - 1;

export function paintPath(
  context: CanvasRenderingContext2D,
  { graph, points, palette }: Picture,
  trace: PathTrace,
  now: number,
): void {
  const drawn = drawnSteps(trace, now);
  const strokeCircle = (node: number, radius: number): void => {
    context.beginPath();
    context.arc(at(points, node * 2), at(points, node * 2 + 1), radius, 0, FULL_CIRCLE);
    context.stroke();
  };
  context.strokeStyle = palette.accent;
  context.fillStyle = palette.accent;
  context.lineWidth = WIDTH;
  for (const [step, from] of trace.nodes.slice(0, -1).entries()) {
    const share = Math.min(1, drawn - step);
    const line = share > 0 && lineBetween(graph, points, from, trace.nodes[step + 1] ?? from, share);
    if (!line) continue;
    context.beginPath();
    context.moveTo(line.x1, line.y1);
    context.lineTo(line.x2, line.y2);
    context.stroke();
  }
  context.lineWidth = 1;
  for (const [step, node] of trace.nodes.entries()) {
    if (step > drawn || node === graph.own) continue;
    strokeCircle(node, ringRadius(graph, node));
    context.beginPath();
    const radius = Math.max(DOT_RADIUS, dotRadius(graph, node));
    context.arc(at(points, node * 2), at(points, node * 2 + 1), radius, 0, FULL_CIRCLE);
    context.fill();
  }
  if (drawn < trace.nodes.length - 1) return;
  for (const { radius, opacity } of END_RINGS) {
    context.globalAlpha = opacity;
    strokeCircle(trace.nodes.at(-1) ?? -1, radius);
  }
  context.globalAlpha = 1;
}
