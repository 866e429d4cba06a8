const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** Returns the delay before the next attempt at a job, in milliseconds: exponential backoff with jitter. */
export function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS) * (0.75 + Math.random() / 2);
}
