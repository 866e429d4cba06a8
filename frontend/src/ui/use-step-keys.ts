import { useEffect, useEffectEvent } from 'react';
import { keyOf, OVERLAYS } from './keys.js';

/** Opens the next or the previous of some things on Alt with an arrow key, unless something lies above the page. */
export function useStepKeys<T>(
  things: readonly T[],
  isCurrent: (thing: T) => boolean,
  open: (thing: T) => void,
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, shiftKey } = event;
    const key = keyOf(event);
    if (!altKey || shiftKey || (key !== 'ArrowUp' && key !== 'ArrowDown') || things.length === 0) return;
    if (document.querySelector(OVERLAYS)) return;
    event.preventDefault();
    const index = things.findIndex(isCurrent);
    const step = key === 'ArrowDown' ? 1 : -1;
    const next = things[(Math.max(index, step > 0 ? -1 : 0) + step + things.length) % things.length];
    if (next !== undefined) open(next);
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
