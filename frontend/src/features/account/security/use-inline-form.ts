import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns the ref of the button that opens a form. The button gets the focus back when the form is closed. */
export function useReturnedFocus(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

/** The state of a form that replaces the button that opens it. */
export function useInlineForm() {
  const [isOpen, setOpen] = useState(false);
  const button = useReturnedFocus(isOpen);
  return { isOpen, button, open: () => setOpen(true), close: () => setOpen(false) };
}
