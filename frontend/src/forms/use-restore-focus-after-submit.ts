import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Restores the focus to the control that had it before a form's controls were disabled. Browsers remove the focus from
 * disabled controls, which would send keyboard users to the top of the page.
 * @returns a function that saves the focus; call it before disabling, because some browsers blur at once
 */
export function useRestoreFocusAfterSubmit(disabled: boolean): () => void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (disabled) return;
    const { current } = focused;
    focused.current = null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && current instanceof HTMLElement) current.focus();
  }, [disabled]);
  return useCallback(() => {
    focused.current = document.activeElement;
  }, []);
}
