/** Minimum time between two fetches of the same list, however many hints arrive. */
export const HINTED_FETCH_MS = 5_000;

export interface Throttle {
  /** Runs at once, or once when the interval since the last run is over. */
  request: () => void;
  stop: () => void;
}

/** Creates a throttle that runs `run` at most once in `ms` milliseconds. */
export function throttle(run: () => void, ms: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const start = () => {
    timer = setTimeout(endInterval, ms);
    run();
  };
  const endInterval = () => {
    timer = undefined;
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
