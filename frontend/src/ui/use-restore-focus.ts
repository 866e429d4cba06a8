import { useRef } from 'react';

/** The menu item itself disappears when a dialog opens. */
function menuButtonOf(element: Element): HTMLElement | null {
  const button = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : null;
}

export function useRestoreFocus() {
  const previousFocus = useRef<HTMLElement | null>(null);
  return {
    saveFocus: () => {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLElement)) return;
      previousFocus.current = menuButtonOf(activeElement) ?? activeElement;
    },
    restoreFocus: (event: Event) => {
      event.preventDefault();
      if (previousFocus.current?.isConnected) previousFocus.current.focus();
      // The action removed the previously focused element.
      else if (document.activeElement === document.body) document.getElementById('content')?.focus();
    },
  };
}
