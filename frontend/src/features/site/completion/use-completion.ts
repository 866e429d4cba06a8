import { useQueryClient } from '@tanstack/react-query';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { keyOf } from '../../../ui/keys.js';
import { emojisQuery, recordEmoji } from '../../talk/emoji/index.js';
import {
  type Mentionable,
  type MentionableGroup,
  type Suggestion,
  textOf,
  useSuggestions,
} from './suggestions.js';
import { findFinishedEmoji, findToken, replacePart, type Token } from './tokens.js';

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
}

const NO_GROUPS: readonly MentionableGroup[] = [];

/** Selects a part of a field and types over it, which the member can undo. Returns whether the browser can. */
function typeOver(field: HTMLTextAreaElement, { at, end }: Pick<Token, 'at' | 'end'>, text: string): boolean {
  field.focus();
  field.setSelectionRange(at, end);
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else keeps the history of the field
  return document.execCommand('insertText', false, text);
}

/** Whether Enter takes a suggestion that no arrow key chose. */
const takesEnter = (suggestion: Suggestion): boolean =>
  suggestion.kind === 'member' ||
  suggestion.kind === 'group' ||
  (suggestion.kind === 'emoji' && suggestion.isNamed);

/** The list of a field, for `CompletionStrip`. */
export interface CompletionList {
  id: string;
  token: Token | undefined;
  suggestions: readonly Suggestion[];
  /** The index of the suggestion that Tab takes. */
  activeIndex: number;
  take: (suggestion: Suggestion) => void;
}

/**
 * Completes emojis (`:name:`), members and groups (`@`) and tags (`#`) in a text area. Arrow keys move, Tab takes, Escape closes.
 * Enter takes a member or a group. It takes an emoji or a tag only after an arrow key, because the text as typed may be meant, or an
 * emoji whose name or code was typed.
 */
export function useCompletion({ field, text, write, userId, people, groups = NO_GROUPS }: CompletedField) {
  const client = useQueryClient();
  const [caret, setCaret] = useState(0);
  /** The index of the token for which Escape closed the list. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** Null until an arrow key moves. */
  const [selected, setSelected] = useState<number | null>(null);
  const pendingCaret = useRef<number | null>(null);
  const id = useId();
  const found = findToken(text, caret);
  const token = found && found.at !== closedAt ? found : undefined;
  const suggestions = useSuggestions(token, people, groups);
  const isOpen = token !== undefined && suggestions.length > 0;
  const activeIndex = Math.min(selected ?? 0, suggestions.length - 1);

  // Without dependencies: the caret is set after the render that has its text.
  useLayoutEffect(() => {
    if (pendingCaret.current === null) return;
    field.current?.setSelectionRange(pendingCaret.current, pendingCaret.current);
    pendingCaret.current = null;
  });

  const replace = (part: Pick<Token, 'at' | 'end'>, replacement: string) => {
    const { current } = field;
    if (!current) return;
    setSelected(null);
    const next = replacePart(current.value, part, replacement);
    // The event of the typed text writes it.
    if (typeOver(current, part, replacement)) return;
    pendingCaret.current = next.caret;
    setCaret(next.caret);
    write(next.text);
  };
  /** Replaces a token, with one space after it. */
  const complete = ({ at, end }: Token, replacement: string) => {
    const hasSpace = field.current?.value.charAt(end) === ' ';
    replace({ at, end: hasSpace ? end + 1 : end }, `${replacement} `);
  };
  const take = (suggestion: Suggestion) => {
    if (!token) return;
    if (suggestion.kind === 'emoji') recordEmoji(userId, suggestion.emoji.unicode);
    complete(token, textOf(suggestion));
  };
  const moveBy = (step: number) =>
    setSelected((activeIndex + step + suggestions.length) % suggestions.length);
  const readCaret = () => {
    const { selectionStart = 0, value = '' } = field.current ?? {};
    if (selectionStart === caret) return;
    setCaret(selectionStart);
    setSelected(null);
    if (findToken(value, selectionStart)?.at !== closedAt) setClosedAt(null);
  };

  const finish = async (finished: Token, value: string) => {
    const emojis = await client.ensureQueryData(emojisQuery).catch(() => undefined);
    const emoji = emojis?.findEmojiNamed(finished.typed);
    // Not if the member typed on while the emojis loaded.
    if (emoji && field.current?.value === value) complete(finished, emoji.unicode);
  };

  const list: CompletionList = { id, token, suggestions, activeIndex, take };
  return {
    list,
    /** Properties of the text area. */
    field: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${activeIndex}` }),
      onSelect: readCaret,
    } as const,
    /** The token being typed. */
    token,
    /** Called after the text was changed in the field. A second colon finishes an emoji. */
    onTyped: ({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
      const { selectionStart, selectionEnd, value } = target;
      const change = nativeEvent instanceof InputEvent ? nativeEvent.inputType : '';
      readCaret();
      if (change.startsWith('history')) {
        // The text that undoing brings back stays as it is.
        setClosedAt(findToken(value, selectionEnd)?.at ?? null);
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
    close: () => setCaret(0),
    /** Handles a key, and returns whether the list used it. */
    onKey: (event: KeyboardEvent): boolean => {
      const suggestion = suggestions[activeIndex];
      if (!suggestion || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
      const key = keyOf(event);
      if (key === 'ArrowDown' || (key === 'ArrowRight' && caret === text.length)) moveBy(1);
      else if (key === 'ArrowUp' || (key === 'ArrowLeft' && activeIndex > 0)) moveBy(-1);
      else if (key === 'Escape') setClosedAt(token?.at ?? null);
      else if (key === 'Tab' || (key === 'Enter' && (selected !== null || takesEnter(suggestion))))
        take(suggestion);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
