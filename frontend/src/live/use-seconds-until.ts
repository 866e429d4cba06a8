import { useEffect, useState } from 'react';

type Clock = () => number;

const secondsUntil = (time: number, now: Clock) => Math.max(0, Math.ceil((time - now()) / 1_000));

/** Returns the whole seconds until `time` (ms on a clock, by default that of the device), counting down to 0. */
export function useSecondsUntil(time: number, now: Clock = () => Date.now()): number {
  const [, tick] = useState(0);
  const seconds = secondsUntil(time, now);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return seconds;
}
