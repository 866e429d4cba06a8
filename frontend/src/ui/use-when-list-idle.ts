import { type RefObject, useEffect } from 'react';

/** Returns whether a list can change without disturbing its reader: it is not scrolled past, hovered or focused. */
const isIdle = (list: Element): boolean =>
  list.getBoundingClientRect().top >= 0 && !list.matches(':hover') && !list.querySelector(':focus');

/** Calls `show` as soon as new entries at the top of a list would not move what the member reads or points at. */
export function useWhenListIdle(list: RefObject<Element | null>, isWaiting: boolean, show: () => void): void {
  useEffect(() => {
    const element = list.current;
    if (!isWaiting || !element) return undefined;
    const attempt = () => {
      if (isIdle(element)) show();
    };
    attempt();
    const leaves = ['pointerleave', 'focusout'] as const;
    // During `focusout` the focus is still inside.
    const attemptLater = () => setTimeout(attempt);
    for (const name of leaves) element.addEventListener(name, attemptLater);
    window.addEventListener('scroll', attempt, { passive: true });
    return () => {
      for (const name of leaves) element.removeEventListener(name, attemptLater);
      window.removeEventListener('scroll', attempt);
    };
  }, [list, isWaiting, show]);
}
