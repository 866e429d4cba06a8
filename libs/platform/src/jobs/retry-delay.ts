const FIRST_RETRY_MS = 1_000;
const SLOWEST_RETRY_MS = 60_000;

/** How long a job waits before it is tried again, in milliseconds: longer each time, with jitter. */
export function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), SLOWEST_RETRY_MS) * (0.75 + Math.random() / 2);
}
