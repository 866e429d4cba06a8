import { DRAWING } from '../drawing-space.js';
import { clampZoom, DEFAULT_VIEW, panned, type Point, type View, type Viewport, zoomed } from '../view.js';
import { Flight } from './flight.js';

/** A gesture ends after this time without a change of the view. */
export const GESTURE_MS = 140;

/** Where the reader looks, and how the view moves. All times are those of `performance.now`. */
export class Camera {
  /** In CSS pixels. */
  viewport: Viewport = { width: DRAWING.width, height: DRAWING.height };
  #view = DEFAULT_VIEW;
  #flight: Flight | undefined;
  #maxZoom: number = DRAWING.maxZoom;
  #movedAt = -GESTURE_MS;
  #zoomedAt = -GESTURE_MS;
  readonly #listeners = new Set<() => void>();

  /** @param requestFrame paints the view again */
  constructor(private readonly requestFrame: () => void) {}

  get view(): View {
    return this.#view;
  }

  get maxZoom(): number {
    return this.#maxZoom;
  }

  get hasMoved(): boolean {
    return this.#movedAt >= 0;
  }

  get isFlying(): boolean {
    return this.#flight !== undefined;
  }

  isMovedByGesture(now: number): boolean {
    return now - this.#movedAt < GESTURE_MS;
  }

  isZooming(now: number): boolean {
    return now - this.#zoomedAt < GESTURE_MS;
  }

  /** Calls `listener` after each change of the view. @returns a function that unsubscribes */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  setView(view: View): void {
    this.#flight = undefined;
    this.#show({ ...view, zoom: clampZoom(view.zoom, this.#maxZoom) });
    this.requestFrame();
  }

  setMaxZoom(zoom: number): void {
    this.#maxZoom = zoom;
    this.setView(this.#view);
  }

  pan(dx: number, dy: number): void {
    this.setView(panned(this.#view, this.viewport, dx, dy));
  }

  zoom(factor: number, focus?: Point): void {
    this.setView(zoomed(this.#view, this.viewport, factor, this.#maxZoom, focus));
  }

  flyTo(view: View, immediate: boolean): void {
    if (immediate) {
      this.setView(view);
      return;
    }
    const to = { ...view, zoom: clampZoom(view.zoom, this.#maxZoom) };
    this.#flight = new Flight(this.#view, to, performance.now());
    this.requestFrame();
  }

  /** Moves the view along its flight, if there is one. */
  advance(now: number): void {
    const flight = this.#flight;
    if (!flight) return;
    this.#show(flight.viewAt(now));
    if (flight.isOver(now)) this.#flight = undefined;
  }

  #show(view: View): void {
    const now = performance.now();
    if (view.zoom !== this.#view.zoom) this.#zoomedAt = now;
    this.#view = view;
    this.#movedAt = now;
    for (const listener of this.#listeners) listener();
  }
}
