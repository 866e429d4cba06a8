import { useEffect, useState } from 'react';

/** Returns the whole seconds until `time` (ms on the clock of the device, or on the one of `now`), counting down to 0. */
export function useSecondsUntil(time: number, now: () => number = () => Date.now()): number {
  const [, tick] = useState(0);
  const seconds = Math.max(0, Math.ceil((time - now()) / 1_000));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return seconds;
}
