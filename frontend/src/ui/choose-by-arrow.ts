import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * For the capture of keys by a group of choices: an arrow key takes the next one, or the one before, at once. Radix moves
 * the focus a moment later, and takes what it comes to where the key is still down then: on a busy machine a short touch
 * would only move the focus, and who saves right after it would save the old choice.
 */
export function chooseByArrow(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  const step = STEPS[key];
  if (step === undefined || altKey || ctrlKey || metaKey || shiftKey) return;
  const choices = [...currentTarget.querySelectorAll<HTMLElement>('[role="radio"]:enabled')];
  const at = choices.findIndex((choice) => choice === target);
  if (at === -1) return;
  // Taken here, so that Radix leaves it alone.
  event.preventDefault();
  const next = choices.at((at + step) % choices.length);
  next?.focus();
  next?.click();
}
