import type { KeyboardEvent } from 'react';
import { keyOf } from './keys.js';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Use as `onKeyDownCapture`. Radix moves the focus in a later task and selects only if the key is still down then. On a
 * busy machine a short press would only move the focus, and saving right after it would save the old choice.
 */
export function selectByArrowKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  const step = STEPS[keyOf(event)];
  if (step === undefined || altKey || ctrlKey || metaKey || shiftKey) return;
  const choices = [...currentTarget.querySelectorAll<HTMLElement>('[role="radio"]:enabled')];
  const at = choices.findIndex((choice) => choice === target);
  if (at === -1) return;
  // Radix ignores events whose default is prevented.
  event.preventDefault();
  const next = choices.at((at + step) % choices.length);
  next?.focus();
  next?.click();
}
