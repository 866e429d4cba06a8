import type { KeyboardEvent, PointerEvent } from 'react';
import { keyOf } from './keys.js';

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

interface OrderHandleOptions {
  isDragged: boolean;
  /** Moves the entry one place back or forth. */
  onStep: (step: -1 | 1) => void;
  onDrag: (event: PointerEvent<HTMLElement>) => void;
  onDrop: () => void;
}

/** Returns the props of a button by which an entry of a list is moved: by dragging it, or with Alt and an arrow key. */
export const orderHandle = ({ isDragged, onStep, onDrag, onDrop }: OrderHandleOptions) => ({
  onKeyDown: (event: KeyboardEvent) => {
    const step = STEPS[keyOf(event)];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    // These keys also open another channel.
    event.stopPropagation();
    onStep(step);
  },
  onPointerDown: (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    onDrag(event);
  },
  onPointerMove: (event: PointerEvent<HTMLElement>) => {
    if (isDragged) onDrag(event);
  },
  onPointerUp: onDrop,
  onPointerCancel: onDrop,
});

/** Returns a list with an entry at the place of another one. */
export function withMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
