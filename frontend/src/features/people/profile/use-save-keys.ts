import { useEffect, useRef } from 'react';
import { keyOf } from '../../../ui/keys.js';

/** Saves on Ctrl or Cmd + S instead of the browser's own command. */
export function useSaveKeys(isEnabled: boolean, save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const saveOnShortcut = (event: KeyboardEvent) => {
      if (keyOf(event).toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', saveOnShortcut);
    return () => window.removeEventListener('keydown', saveOnShortcut);
  }, [isEnabled]);
}
