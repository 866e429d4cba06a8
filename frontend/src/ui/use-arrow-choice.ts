import { type FocusEvent, type KeyboardEvent, useRef } from 'react';

/**
 * For the choices of a group: an arrow key takes the one that it leads to, however short it was touched. Radix takes it
 * only where the key is still down when the focus arrives, a moment later: on a busy machine the focus alone would move.
 */
export function useArrowChoice() {
  const isHeld = useRef(false);
  return {
    group: {
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        isHeld.current = key.startsWith('Arrow');
      },
      onKeyUpCapture: () => {
        isHeld.current = false;
      },
    },
    item: {
      onFocus: ({ currentTarget, relatedTarget }: FocusEvent<HTMLButtonElement>) => {
        const group = currentTarget.closest('[role="radiogroup"]');
        const isFromGroup = relatedTarget instanceof Node && group?.contains(relatedTarget);
        if (isFromGroup && !isHeld.current && currentTarget.matches(':focus-visible')) currentTarget.click();
      },
    },
  };
}
