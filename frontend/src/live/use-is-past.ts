import { useEffect, useReducer } from 'react';
import { serverNow } from '../api/server-clock.js';

/** A device that slept, or whose clock was set, is noticed within this time. It is also below the longest `setTimeout`. */
const CHECK_MS = 30_000;

/** Returns whether a time has come, in ms on the clock of the server, and renders again when it does. */
export function useIsPast(time: number | undefined): boolean {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const isPast = time !== undefined && serverNow() >= time;
  useEffect(() => {
    if (time === undefined || isPast) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      const left = time - serverNow();
      if (left > 0) timer = setTimeout(check, Math.min(left, CHECK_MS));
      else renderAgain();
    };
    check();
    document.addEventListener('visibilitychange', check);
    window.addEventListener('focus', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('focus', check);
    };
  }, [time, isPast]);
  return isPast;
}
