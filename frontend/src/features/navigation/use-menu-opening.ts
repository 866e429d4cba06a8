import { type MouseEvent, useRef, useState } from 'react';

/** A click this soon after the pointer opened the menu meant to open it. */
const SAME_GESTURE_MS = 500;

/** Which menu is open; a click that follows an opening by hover does not close it again. */
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
