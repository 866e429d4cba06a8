import { isBlank, LIMITS, MESSAGE_RULES, type Quote, readField } from '@oniverse/contracts';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { keyOf, OVERLAYS } from '../../../ui/keys.js';
import { adoptText, changeDraft, draftIn, restoreOperations, type Talk, useLog } from '../log/index.js';
import { disarm, sendWithFiles } from './message-tray.js';
import type { ComposerCommands } from './talk-context.js';
import { resetTyping, publishTyping } from './typing.store.js';

const SHOW_REMAINING_BELOW = 400;

export interface Composer {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** The remaining characters when few are left; negative over the limit; otherwise null. */
  remaining: number | null;
  /** The message that the text answers. */
  replyTo: Quote | undefined;
  /** Makes the text a message of its own, and returns the focus to the field. */
  cancelReply: () => void;
  write: (text: string) => void;
  /** Enter sends; Escape holds back a message that waits for its files, or cancels a reply; ↑ in an empty field edits the member's last message. */
  onKeyDown: (event: KeyboardEvent) => void;
  onSubmit: (event: FormEvent) => void;
}

const isTouch = () => window.matchMedia('(pointer: coarse)').matches;

/** Whether a key press sends: Enter without Shift; on touch only with Ctrl or Cmd. */
export function isSendKey(event: KeyboardEvent): boolean {
  if (keyOf(event) !== 'Enter') return false;
  return event.ctrlKey || event.metaKey || (!event.shiftKey && !isTouch());
}

/** The fields on the page, by channel: a thread has its own beside that of its channel. */
const composerFields = new Map<string, HTMLTextAreaElement>();

export const getComposerField = (channelId: string): HTMLTextAreaElement | null =>
  composerFields.get(channelId) ?? null;

export function focusComposer(channelId: string): void {
  getComposerField(channelId)?.focus({ preventScroll: true });
}

interface ComposerOptions {
  /** Whether nothing may be sent now; the text stays. */
  isHeld: boolean;
  /** Whether the message waits for its files. */
  isArmed: boolean;
  /** Opens the member's last message for editing; returns false if there is none. */
  editLast: () => boolean;
  commands: ComposerCommands | undefined;
}

export function useComposer(talk: Talk, { isHeld, isArmed, editLast, commands }: ComposerOptions): Composer {
  const { talkId, userId, startsThread = false } = talk;
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, replyTo } = useLog((log) => draftIn(log, userId, talkId));
  const length = Array.from(readField(MESSAGE_RULES.content, text)).length;
  const room = LIMITS.message.max - length;
  // Before the first key can replace the draft of an earlier page.
  useLayoutEffect(() => {
    restoreOperations(userId);
    if (!startsThread) adoptText({ talkId, userId });
  }, [startsThread, talkId, userId]);

  // Not on touch devices, where the keyboard would cover half of the conversation.
  useEffect(() => {
    if (isTouch() || document.activeElement?.closest(OVERLAYS)) return;
    field.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (field.current) composerFields.set(talkId, field.current);
    return () => {
      composerFields.delete(talkId);
      publishTyping(talkId, false);
    };
  }, [talkId]);

  const write = (next: string) => {
    disarm(talk);
    changeDraft(talk, { text: next });
    // Nobody can know of a thread that does not exist.
    if (!startsThread) publishTyping(talkId, !isBlank(next));
  };
  const isRunning = useRef(false);
  /** @returns whether the text is a command */
  const runCommand = (): boolean => {
    const running = isRunning.current ? undefined : commands?.run(text);
    if (!running) return isRunning.current;
    isRunning.current = true;
    const clearWhenDone = async () => {
      const isDone = await running;
      isRunning.current = false;
      if (isDone && draftIn(useLog.getState(), userId, talkId).text === text) write('');
    };
    void clearWhenDone();
    return true;
  };
  const send = () => {
    if (runCommand() || isHeld || isArmed) return;
    const outcome = sendWithFiles(talk);
    if (outcome === 'sent') resetTyping(talkId);
    if (outcome === 'armed') publishTyping(talkId, false);
  };
  const cancelReply = () => {
    changeDraft(talk, { replyTo: undefined });
    field.current?.focus();
  };
  return {
    field,
    text,
    remaining: room <= SHOW_REMAINING_BELOW ? room : null,
    replyTo,
    cancelReply,
    write,
    onKeyDown: (event) => {
      const isEditKey = keyOf(event) === 'ArrowUp' && text === '';
      if (isEditKey && !event.altKey && editLast()) event.preventDefault();
      if ((isArmed || replyTo) && keyOf(event) === 'Escape') {
        event.preventDefault();
        if (isArmed) disarm(talk);
        else cancelReply();
      }
      if (!isSendKey(event)) return;
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
