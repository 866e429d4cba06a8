const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * Returns the delay before the next connection attempt, in milliseconds. It doubles with each failure. Jitter keeps
 * clients that lost the server together from reconnecting together.
 * @param failures failed attempts since the last stable connection
 */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const base = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10));
  return Math.min(MAX_DELAY_MS, Math.round(base * (0.5 + random())));
}
