/** The interval at which a healthy worker touches its file, in milliseconds. */
export const REFRESH_MS = 5_000;

/** A file older than this means that the worker is unhealthy, in milliseconds. */
export const STALE_MS = 20_000;
