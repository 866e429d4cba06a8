import { useEffect, useState } from 'react';

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1_000));

/** Whole seconds until a time, counted down; 0 once it is there. */
export function useSecondsUntil(time: number): number {
  const [, tick] = useState(0);
  const seconds = secondsUntil(time);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return seconds;
}
