import type { View } from '../view.js';

const DURATION_MS = { min: 300, max: 600 } as const;
/** A flight over this many units of the drawing space, or this factor of zoom, takes the longest time. */
const FAR = { distance: 600, zoom: 4 } as const;

const easeInOut = (share: number): number => (share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2);

/** Moves the view from one place to another. All times are those of `performance.now`. */
export class Flight {
  readonly #durationMs: number;

  constructor(
    private readonly from: View,
    private readonly to: View,
    private readonly startedAt: number,
  ) {
    const distance = Math.hypot(to.x - from.x, to.y - from.y) / FAR.distance;
    const zoom = Math.abs(Math.log(to.zoom / from.zoom)) / Math.log(FAR.zoom);
    const share = Math.min(1, Math.max(distance, zoom));
    this.#durationMs = DURATION_MS.min + (DURATION_MS.max - DURATION_MS.min) * share;
  }

  /** Returns the view at a time; exactly the destination at the end. */
  viewAt(now: number): View {
    const share = Math.max(0, (now - this.startedAt) / this.#durationMs);
    if (share >= 1) return this.to;
    const eased = easeInOut(share);
    const zoom = this.from.zoom * (this.to.zoom / this.from.zoom) ** eased;
    // In proportion to the change of the scale, so that the destination does not drift sideways on screen.
    const zoomRange = 1 / this.to.zoom - 1 / this.from.zoom;
    const moved = Math.abs(zoomRange) < 1e-6 ? eased : (1 / zoom - 1 / this.from.zoom) / zoomRange;
    return {
      x: this.from.x + (this.to.x - this.from.x) * moved,
      y: this.from.y + (this.to.y - this.from.y) * moved,
      zoom,
    };
  }

  isOver(now: number): boolean {
    return now - this.startedAt >= this.#durationMs;
  }
}
