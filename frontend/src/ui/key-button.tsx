import './key-button.css';
import type { ComponentProps } from 'react';
import { Button } from './button.js';

interface KeyButtonProps extends ComponentProps<typeof Button> {
  /** A letter that presses the button while its part of the page listens to keys. */
  hotkey: string;
}

/** A button that shows the key which presses it, except where there is no keyboard. */
export function KeyButton({ hotkey, children, ...rest }: KeyButtonProps) {
  return (
    <Button aria-keyshortcuts={hotkey} {...rest}>
      {children}
      <kbd className="key-button__key" aria-hidden="true">
        {hotkey}
      </kbd>
    </Button>
  );
}
