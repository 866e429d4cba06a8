import { useEffect, useEffectEvent, useState } from 'react';
import { isTyping, keyOf, OVERLAYS } from '../../../ui/keys.js';

export interface Replay {
  /** The index of the shown position. */
  index: number;
  last: number;
  /** Whether an earlier position than the last one is shown. */
  isPast: boolean;
  show: (index: number) => void;
}

/** What uses the arrow keys itself. */
const OWN_KEYS = '[role="grid"], [role="radiogroup"], [role="listbox"], select';

/** Returns the position that a key leads to; undefined for other keys. */
export function indexAfter(key: string, index: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1);
    case 'ArrowRight':
      return Math.min(last, index + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Goes through the positions of a game, also by arrow keys, Home and End. At the last one it follows the game. */
export function useReplay(last: number): Replay {
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.min(chosen ?? last, last);
  const show = (next: number) => setChosen(next >= last ? null : next);
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { target } = event;
    if (isTyping(target) || document.querySelector(OVERLAYS)) return;
    if (target instanceof Element && target.closest(OWN_KEYS)) return;
    const next = indexAfter(keyOf(event), index, last);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
  return { index, last, isPast: index < last, show };
}
