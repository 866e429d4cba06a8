/** How often the file of a worker that is well is made fresh, in milliseconds. */
export const BEAT_MS = 5_000;

/** A file older than this is that of a worker that is not well, in milliseconds. */
export const STALE_MS = 20_000;
