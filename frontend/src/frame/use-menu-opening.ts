import { type MouseEvent, useRef, useState } from 'react';

/** A click within this time after a hover opened the menu does not close it. */
const SAME_GESTURE_MS = 500;

export function useMenuOpening() {
  const [value, setValue] = useState('');
  const openedAt = useRef(0);
  return {
    value,
    change: (next: string) => {
      if (next && !value) openedAt.current = performance.now();
      setValue(next);
    },
    ignoreClickAfterHover: (event: MouseEvent) => {
      if (value && performance.now() - openedAt.current < SAME_GESTURE_MS) event.preventDefault();
    },
  };
}
