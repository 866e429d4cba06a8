/** A time in which the clocks of all games stand still, in ms. */
export interface GamePause {
  readonly from: number;
  /** Infinity while it lasts and its end is not known. */
  readonly to: number;
}

/** Returns a moment on clocks that stood still during the pauses before it. */
export const onClock = (at: number, pauses: readonly GamePause[]): number =>
  at - pauses.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(at, to) - from), 0);

/** Returns the moment at which clocks that stand still during the pauses show a time: the inverse of `onClock`. */
export const offClock = (shown: number, pauses: readonly GamePause[]): number =>
  pauses.reduce((at, { from, to }) => (from < at ? at + to - from : at), shown);
