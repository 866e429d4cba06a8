import { type RefObject, useEffect } from 'react';
import { isTyping, keyOf, OVERLAYS } from '../../../ui/keys.js';

const STEPS: Readonly<Record<string, number>> = { J: 1, K: -1 };
/** Only with the focus on a row: elsewhere they scroll, or choose a filter. */
const ROW_STEPS: Readonly<Record<string, number>> = { ARROWDOWN: 1, ARROWUP: -1 };

/**
 * Handles the keys of a list: J, K and the arrow keys go through it, and other letters press the buttons of the open entry
 * that name them. Fields, and what opens above the list, keep their keys.
 */
export function useQueueKeys(
  queue: RefObject<HTMLElement | null>,
  { go, getOpen }: { go: (step: number) => void; getOpen: () => Element | null },
): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, target, repeat } = event;
      if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || isTyping(target)) return;
      // Each is added at the end of the document when it opens.
      const top = [...document.querySelectorAll(OVERLAYS)].at(-1);
      if (!(target instanceof Element) || (top && !top.contains(queue.current))) return;
      const key = keyOf(event).toUpperCase();
      const step = STEPS[key] ?? (target.closest('.row-button') ? ROW_STEPS[key] : undefined);
      if (step !== undefined) {
        event.preventDefault();
        go(step);
        return;
      }
      // A key that is held must not decide about what follows.
      if (repeat || !/^[A-Z]$/u.test(key)) return;
      const button = getOpen()?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
      if (!button) return;
      event.preventDefault();
      button.click();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [queue, go, getOpen]);
}
