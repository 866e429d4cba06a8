import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** The key code of a key that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Whether a key belongs to the input method. WebKit ends a composition before it reports the key that ended it: only the
 * key code tells that key.
 */
export const belongsToInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY_CODE;

/** Returns the pressed key, or an empty string if the key belongs to the input method. */
export function keyOf(event: KeyboardEvent | ReactKeyboardEvent): string {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return belongsToInputMethod(native) ? '' : native.key;
}

/** Whether a key press belongs to a text field, where letters are no shortcuts. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

/** A selector of what opens above a page: while it is open, it has the focus and the keys. */
export const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"]';
