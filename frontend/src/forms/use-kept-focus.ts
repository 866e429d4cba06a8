import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to the control that had it before a form's controls were switched off: a browser takes it
 * from what is disabled, and whoever has no pointer would begin at the top of the page.
 * @param off whether they are
 * @returns keeps in mind who has the focus; to be called before they are switched off, since some browsers take it at once
 */
export function useKeptFocus(off: boolean): () => void {
  const had = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (off) return;
    const { current } = had;
    had.current = null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && current instanceof HTMLElement) current.focus();
  }, [off]);
  return useCallback(() => {
    had.current = document.activeElement;
  }, []);
}
