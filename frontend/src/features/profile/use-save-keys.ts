import { useEffect, useRef } from 'react';

/** Ctrl or Cmd + S anywhere on the page, in place of the browser's own. */
export function useSaveKeys(isOn: boolean, save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [isOn]);
}
