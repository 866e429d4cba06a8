/** Minimum time between two fetches of the same list while hints keep arriving. */
export const HINTED_FETCH_MS = 5_000;
/** The same after a quiet time, so that a single change shows within a second even if the page has just fetched. */
const FIRST_HINTED_FETCH_MS = 700;

export interface Throttle {
  /** Runs at once, or once when the interval since the last run is over. */
  request: () => void;
  stop: () => void;
}

/**
 * Creates a throttle that runs `run` at most once in `ms` milliseconds.
 * @param firstMs the interval after a run without further requests; it doubles up to `ms` while they keep coming
 */
export function throttle(run: () => void, ms: number, firstMs = ms): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let interval = firstMs;
  const start = () => {
    timer = setTimeout(endInterval, interval);
    run();
  };
  const endInterval = () => {
    timer = undefined;
    interval = isDue ? Math.min(ms, interval * 2) : firstMs;
    if (isDue) start();
    isDue = false;
  };
  return {
    request: () => {
      if (timer === undefined) start();
      else isDue = true;
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      isDue = false;
    },
  };
}

/** Creates a throttle for the fetches of a list that follow hints. */
export const hintedThrottle = (run: () => void): Throttle =>
  throttle(run, HINTED_FETCH_MS, FIRST_HINTED_FETCH_MS);
