import { LIMITS, RULES, readField } from '@oniverse/contracts';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { keepDraft, readDraft } from './messages.drafts.js';
import { sendable, sendMessage } from './messages.sending.js';
import { forgetTyping, sayTyping } from './typing.store.js';

/** From here on the composer says how much room is left. */
const SAY_LEFT = 400;

/** What a composer shows and does. */
export interface Composer {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Characters left, once they run short; negative over the limit. */
  left: number | null;
  write: (text: string) => void;
  /** Enter sends, and ↑ in an empty field goes to the last message of one's own. */
  onKeyDown: (event: KeyboardEvent) => void;
  onSubmit: (event: FormEvent) => void;
}

const isTouch = () => window.matchMedia('(pointer: coarse)').matches;

/** Whether a key press means "send": Enter, but not with Shift, not while composing, on touch only with Ctrl. */
export function meansSend({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  // Some input methods report the Enter that ends a composition as key 229 after it has ended.
  if (key !== 'Enter' || nativeEvent.isComposing || nativeEvent.keyCode === 229) return false;
  return ctrlKey || metaKey || (!shiftKey && !isTouch());
}

/** What holds the focus for as long as it is open. */
const OVER_THE_PAGE = '[role="menu"], [role="dialog"], [role="alertdialog"]';

let shown: HTMLTextAreaElement | null = null;

/** The field of the composer that is shown, if there is one. */
export const composerShown = (): HTMLTextAreaElement | null => shown;

/** Gives the focus to the composer that is shown, if there is one. */
export function focusComposer(): void {
  shown?.focus({ preventScroll: true });
}

/**
 * The text that a member writes in a channel: kept as a draft, sent by Enter or the button.
 * @param editLast opens the last message of one's own; false where there is none
 */
export function useComposer(channelId: string, userId: string, editLast: () => boolean): Composer {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(userId, channelId));
  const length = Array.from(readField(RULES.message.content, text)).length;
  const room = LIMITS.message.max - length;

  // Whoever opens a channel may write at once; on touch the keyboard would cover half of what is to be read.
  useEffect(() => {
    shown = field.current;
    if (!isTouch() && !document.activeElement?.closest(OVER_THE_PAGE)) focusComposer();
    return () => {
      shown = null;
      sayTyping(channelId, false);
    };
  }, [channelId]);

  const write = (next: string) => {
    setText(next);
    keepDraft(userId, channelId, next);
    sayTyping(channelId, next.trim() !== '');
  };
  const send = () => {
    if (sendable(text) === undefined) return;
    sendMessage(channelId, userId, text);
    forgetTyping(channelId);
    write('');
  };
  return {
    field,
    text,
    left: room <= SAY_LEFT ? room : null,
    write,
    onKeyDown: (event) => {
      const goesUp = event.key === 'ArrowUp' && text === '' && !event.nativeEvent.isComposing;
      if (goesUp && !event.altKey && editLast()) event.preventDefault();
      if (!meansSend(event)) return;
      event.preventDefault();
      send();
    },
    onSubmit: (event) => {
      event.preventDefault();
      send();
      field.current?.focus();
    },
  };
}
