import { useRef } from 'react';

/** The menu button that a menu's item belongs to: the item itself is gone once something else has opened. */
function menuButtonOf(element: Element): HTMLElement | null {
  const button = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : null;
}

/** Remembers where the focus was when something opened over the page, and gives it back when that closes. */
export function useReturnFocus() {
  const origin = useRef<HTMLElement | null>(null);
  return {
    remember: () => {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLElement)) return;
      origin.current = menuButtonOf(activeElement) ?? activeElement;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      if (origin.current?.isConnected) origin.current.focus();
      // What was done has taken away what it was done from.
      else if (document.activeElement === document.body) document.getElementById('content')?.focus();
    },
  };
}
