import { useEffect } from 'react';
import { belongsToInputMethod } from './keys.js';

function reserveKey(event: KeyboardEvent): void {
  const isSubmit = event.key === 'Enter' && event.target instanceof HTMLInputElement;
  if ((isSubmit || event.key === 'Escape') && belongsToInputMethod(event)) event.preventDefault();
}

/** Prevents that keys of the input method submit a form or close a layer of Radix. */
export function useReservedKeys(): void {
  useEffect(() => {
    // On the window, because Radix captures keys on the document. It ignores events whose default is prevented.
    window.addEventListener('keydown', reserveKey, true);
    return () => window.removeEventListener('keydown', reserveKey, true);
  }, []);
}
