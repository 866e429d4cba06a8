import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping, keyOf, OVERLAYS } from './keys.js';

const STEPS: Readonly<Record<string, number>> = { J: 1, K: -1 };
/** Only with the focus on a row: elsewhere they scroll, or choose a filter. */
const ROW_STEPS: Readonly<Record<string, number>> = { ARROWDOWN: 1, ARROWUP: -1 };

interface ListKeys {
  /** A selector of the rows. */
  rows: string;
  /** Moves through the list. */
  go: (step: number) => void;
  /** Handles another letter. Returns whether it did. */
  press: (letter: string) => boolean;
}

/** Presses the button within an element that names a letter as its key. Returns whether there is one. */
export function pressButtonOf(element: Element | null | undefined, letter: string): boolean {
  const button = element?.querySelector<HTMLElement>(`[aria-keyshortcuts="${letter}"]`);
  button?.click();
  return Boolean(button);
}

/**
 * Handles the keys of a list: J, K and the arrow keys go through it, and other letters act on it. Fields, and what opens
 * above the list, keep their keys.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, { rows, go, press }: ListKeys): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, target, repeat } = event;
    if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || isTyping(target)) return;
    // Each is added at the end of the document when it opens.
    const top = [...document.querySelectorAll(OVERLAYS)].at(-1);
    if (!(target instanceof Element) || (top && !top.contains(list.current))) return;
    const key = keyOf(event).toUpperCase();
    const step = STEPS[key] ?? (target.closest(rows) ? ROW_STEPS[key] : undefined);
    if (step !== undefined) go(step);
    // A key that is held must not decide about what follows.
    else if (repeat || !/^[A-Z]$/u.test(key) || !press(key)) return;
    event.preventDefault();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKeyDown(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
