import { CONSTELLATION_VIEW } from '@oniverse/contracts';

const { width, height, minZoom, maxZoom } = CONSTELLATION_VIEW;

/** What of the drawing space is seen: the point in the middle, and how much it is enlarged. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

/** A canvas on the page, in CSS pixels. */
export interface Frame {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The whole drawing space, in the middle. */
export const HOME: View = { x: width / 2, y: height / 2, zoom: 1 };

/** CSS pixels that a unit of the drawing space takes: at zoom 1 the whole space is in the frame. */
export const scaleOf = (frame: Frame, { zoom }: Pick<View, 'zoom'>): number =>
  Math.min(frame.width / width, frame.height / height) * zoom;

/** Where a point of the frame lies in the drawing space. */
export function toSpace(view: View, frame: Frame, { x, y }: Point): Point {
  const scale = scaleOf(frame, view);
  return { x: view.x + (x - frame.width / 2) / scale, y: view.y + (y - frame.height / 2) / scale };
}

/** Where a point of the drawing space lies in the frame. */
export function toFrame(view: View, frame: Frame, { x, y }: Point): Point {
  const scale = scaleOf(frame, view);
  return { x: (x - view.x) * scale + frame.width / 2, y: (y - view.y) * scale + frame.height / 2 };
}

export const clampZoom = (zoom: number): number => Math.min(maxZoom, Math.max(minZoom, zoom));

/**
 * Enlarges by `factor` within the limits, while the point under `focus` stays where it is.
 * @param focus a point of the frame; its middle by default
 */
export function zoomed(view: View, frame: Frame, factor: number, focus?: Point): View {
  const zoom = clampZoom(view.zoom * factor);
  const middle = { x: frame.width / 2, y: frame.height / 2 };
  const fixed = toSpace(view, frame, focus ?? middle);
  const scale = scaleOf(frame, { zoom });
  return {
    x: fixed.x - ((focus ?? middle).x - middle.x) / scale,
    y: fixed.y - ((focus ?? middle).y - middle.y) / scale,
    zoom,
  };
}

/** Moves what is seen by CSS pixels; the drawing space never leaves the frame for good. */
export function panned(view: View, frame: Frame, dx: number, dy: number): View {
  const scale = scaleOf(frame, view);
  return {
    zoom: view.zoom,
    x: Math.min(3 * width, Math.max(-2 * width, view.x - dx / scale)),
    y: Math.min(3 * height, Math.max(-2 * height, view.y - dy / scale)),
  };
}

/** Where the zoom stands between its limits, from 0 to 1, by factors. */
export const zoomShare = (zoom: number): number => Math.log(zoom / minZoom) / Math.log(maxZoom / minZoom);
