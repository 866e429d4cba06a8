import { useQueryClient } from '@tanstack/react-query';
import type { ChangeEvent, RefObject } from 'react';
import { emojisQuery, recordEmoji } from '../../talk/emoji/index.js';
import {
  type CompletedCommand,
  type Mentionable,
  type MentionableGroup,
  type Suggestion,
  textOf,
  useSuggestions,
} from './suggestions.js';
import { findFinishedEmoji, findToken, type Token } from './tokens.js';
import { type OptionList, useTypedToken } from './use-typed-token.js';

interface CompletedField {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The text of the field. */
  text: string;
  write: (text: string) => void;
  /** The writer, whose recently used emojis are remembered. */
  userId: string;
  /** The only members to suggest; if absent, all members are searched. */
  people?: readonly Mentionable[];
  groups?: readonly MentionableGroup[];
  /** What can stand after a slash at the beginning. */
  commands?: readonly CompletedCommand[] | undefined;
}

const NO_GROUPS: readonly MentionableGroup[] = [];
const NO_COMMANDS: readonly CompletedCommand[] = [];

/** Whether Enter takes a suggestion that no arrow key chose. */
const takesEnter = (suggestion: Suggestion): boolean =>
  suggestion.kind === 'member' ||
  suggestion.kind === 'group' ||
  suggestion.kind === 'command' ||
  (suggestion.kind === 'emoji' && suggestion.isNamed);

/** The list of a field, for `CompletionStrip`. */
export interface CompletionList extends Omit<OptionList<Suggestion>, 'options'> {
  token: Token | undefined;
  suggestions: readonly Suggestion[];
}

/**
 * Completes emojis (`:name:`), members and groups (`@`), tags (`#`) and commands (`/`) in a text area. Arrow keys move, Tab takes, Escape closes.
 * Enter takes a member, a group or a command. It takes an emoji or a tag only after an arrow key, because the text as typed may be meant, or an
 * emoji whose name or code was typed.
 */
export function useCompletion({
  field,
  text,
  write,
  userId,
  people,
  groups = NO_GROUPS,
  commands = NO_COMMANDS,
}: CompletedField) {
  const client = useQueryClient();
  const typing = useTypedToken({ field, text, write, find: findToken });
  const { token, complete, readCaret, replace } = typing;
  const suggestions = useSuggestions(token, people, groups, commands);
  const choice = typing.chooseFrom({
    options: suggestions,
    take: (suggestion) => {
      if (!token) return;
      if (suggestion.kind === 'emoji') recordEmoji(userId, suggestion.emoji.unicode);
      complete(token, textOf(suggestion));
    },
    takesEnter,
  });

  const finish = async (finished: Token, value: string) => {
    const emojis = await client.ensureQueryData(emojisQuery).catch(() => undefined);
    const emoji = emojis?.findEmojiNamed(finished.typed);
    // Not if the member typed on while the emojis loaded.
    if (emoji && field.current?.value === value) complete(finished, emoji.unicode);
  };

  const { id, activeIndex, take } = choice.list;
  const list: CompletionList = { id, token, suggestions, activeIndex, take };
  return {
    list,
    /** Properties of the text area. */
    field: { ...choice.field, 'aria-haspopup': 'listbox' } as const,
    /** The token being typed. */
    token,
    /** Called after the text was changed in the field. A second colon finishes an emoji. */
    onTyped: ({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
      const { selectionStart, selectionEnd, value } = target;
      const change = nativeEvent instanceof InputEvent ? nativeEvent.inputType : '';
      readCaret();
      if (change.startsWith('history')) {
        // The text that undoing brings back stays as it is.
        typing.closeAt(findToken(value, selectionEnd)?.at ?? null);
        return;
      }
      const finished = findFinishedEmoji(value, selectionStart);
      if (finished && !change.startsWith('delete')) void finish(finished, value);
    },
    /** Puts a text in place of the selection, and returns the focus to the field. */
    insert: (inserted: string) => {
      const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
      replace({ at: selectionStart, end: selectionEnd }, inserted);
    },
    /** Called when the field loses the focus. */
    close: typing.close,
    /** Handles a key, and returns whether the list used it. */
    onKey: choice.onKey,
  };
}
