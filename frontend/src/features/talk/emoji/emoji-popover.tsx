import './emoji.css';
import '../../../ui/pop.css';
import { Popover } from 'radix-ui';
import { type RefObject, useRef } from 'react';
import { useOverlayContainer } from '../../../theme/active-theme.js';
import { EMOJI_TEXTS } from './emoji.texts.js';
import { EmojiPicker } from './emoji-picker.js';
import { recordEmoji } from './recent-emojis.js';

export interface EmojiPopoverProps {
  /** The button that opened it, which gets the focus back. */
  button: RefObject<HTMLElement | null>;
  userId: string;
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** The picker beside its button. A phone's keyboard appears only once its field is tapped. */
export function EmojiPopover({ button, userId, onPick, onClose }: EmojiPopoverProps) {
  const layer = useOverlayContainer();
  const content = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal container={layer}>
        <Popover.Content
          ref={content}
          className="pop emoji-picker"
          aria-label={EMOJI_TEXTS.picker}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            const isTouch = window.matchMedia('(pointer: coarse)').matches;
            (isTouch ? content : search).current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // What was picked may have moved the focus.
            if (document.activeElement === document.body) button.current?.focus();
          }}
          onInteractOutside={(event) => {
            // The button itself closes it.
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
        >
          <EmojiPicker
            userId={userId}
            search={search}
            onPick={(emoji) => {
              recordEmoji(userId, emoji);
              onClose();
              onPick(emoji);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
