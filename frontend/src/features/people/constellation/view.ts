import { DRAWING } from './drawing-space.js';

const { width, height, minZoom } = DRAWING;

/** The point of the drawing space at the middle of the viewport, and the zoom. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

/** The canvas's size on the page, in CSS pixels. */
export interface Viewport {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export const DEFAULT_VIEW: View = { x: width / 2, y: height / 2, zoom: 1 };

/** Returns CSS pixels per unit of the drawing space; at zoom 1 the whole space fits. */
export const scaleOf = (viewport: Viewport, { zoom }: Pick<View, 'zoom'>): number =>
  Math.min(viewport.width / width, viewport.height / height) * zoom;

export function toSpace(view: View, viewport: Viewport, { x, y }: Point): Point {
  const scale = scaleOf(viewport, view);
  return { x: view.x + (x - viewport.width / 2) / scale, y: view.y + (y - viewport.height / 2) / scale };
}

export function toViewport(view: View, viewport: Viewport, { x, y }: Point): Point {
  const scale = scaleOf(viewport, view);
  return { x: (x - view.x) * scale + viewport.width / 2, y: (y - view.y) * scale + viewport.height / 2 };
}

export const clampZoom = (zoom: number, maxZoom: number): number =>
  Math.min(maxZoom, Math.max(minZoom, zoom));

/**
 * Zooms by `factor` within the limits, and keeps the point under `focus` fixed.
 * @param focus a viewport point; the middle by default
 */
export function zoomed(view: View, viewport: Viewport, factor: number, maxZoom: number, focus?: Point): View {
  const zoom = clampZoom(view.zoom * factor, maxZoom);
  const middle = { x: viewport.width / 2, y: viewport.height / 2 };
  const fixed = toSpace(view, viewport, focus ?? middle);
  const scale = scaleOf(viewport, { zoom });
  return {
    x: fixed.x - ((focus ?? middle).x - middle.x) / scale,
    y: fixed.y - ((focus ?? middle).y - middle.y) / scale,
    zoom,
  };
}

/** Pans by CSS pixels and keeps the drawing space reachable. */
export function panned(view: View, viewport: Viewport, dx: number, dy: number): View {
  const scale = scaleOf(viewport, view);
  return {
    zoom: view.zoom,
    x: Math.min(3 * width, Math.max(-2 * width, view.x - dx / scale)),
    y: Math.min(3 * height, Math.max(-2 * height, view.y - dy / scale)),
  };
}

/** Returns the zoom's logarithmic position between its limits, from 0 to 1. */
export const zoomShare = (zoom: number, maxZoom: number): number =>
  Math.log(zoom / minZoom) / Math.log(maxZoom / minZoom);

/** Padding around fitted points in CSS pixels: for labels, and for the controls at the right. Less on a phone. */
const FIT_PADDING = { x: 96, y: 56, maxShare: 0.18 } as const;

/** Returns the nearest view that contains the points, at most at `zoom`. */
export function viewAround(points: readonly Point[], viewport: Viewport, zoom: number): View {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const base = scaleOf(viewport, { zoom: 1 });
  const fill = (size: number, padding: number, length: number) =>
    (size - 2 * Math.min(padding, size * FIT_PADDING.maxShare)) / Math.max(1, length * base);
  const fitting = Math.min(
    fill(viewport.width, FIT_PADDING.x, right - left),
    fill(viewport.height, FIT_PADDING.y, bottom - top),
  );
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: clampZoom(fitting, zoom) };
}
