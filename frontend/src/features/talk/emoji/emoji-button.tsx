import { type ComponentProps, Suspense, useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import type { EmojiPopoverProps } from './emoji-popover.js';

const EmojiPopover = lazyPart(() => import('./emoji-part.js'));

interface EmojiButtonProps
  extends
    Omit<EmojiPopoverProps, 'button' | 'onClose'>,
    Omit<ComponentProps<typeof Button>, 'children' | 'onClick' | 'aria-label'> {
  /** The accessible name. */
  name: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** A button that opens the emoji picker. */
export function EmojiButton({ name, isOpen, onOpenChange, userId, onPick, ...rest }: EmojiButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        look="quiet"
        small
        {...rest}
        ref={button}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpenChange(!isOpen)}
      >
        {MENU_ICONS.react}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <EmojiPopover button={button} userId={userId} onPick={onPick} onClose={() => onOpenChange(false)} />
        </Suspense>
      )}
    </>
  );
}
