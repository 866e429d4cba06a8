import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { keyOf } from '../../ui/keys.js';
import { type Mentionable, findMentionQuery, suggestMentions, insertMention } from './mentions.js';

export interface MentionSuggestionList {
  people: readonly Mentionable[];
  /** The index that Enter and Tab insert. */
  activeIndex: number;
  /** Called whenever the caret may have moved. */
  onCaret: () => void;
  /** Handles a key; returns whether the list used it. */
  onKey: (event: KeyboardEvent) => boolean;
  choose: (username: string) => void;
}

const NO_SUGGESTIONS: readonly Mentionable[] = [];

interface MentionField {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  write: (text: string) => void;
  people: readonly Mentionable[];
  /** Called with the typed prefix, so that the caller can search for more members. */
  onMention: (prefix: string) => void;
}

/** Suggests members while a mention is typed: arrows move, Tab or Enter inserts, Escape closes. */
export function useMentions({
  field,
  text,
  write,
  people: candidates,
  onMention,
}: MentionField): MentionSuggestionList {
  const [caret, setCaret] = useState(0);
  /** The index of the @ for which Escape closed the list. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [selected, setSelected] = useState(0);
  const pendingCaret = useRef<number | null>(null);
  const query = findMentionQuery(text, caret);
  const prefix = query && query.at !== closedAt ? query.prefix : undefined;
  const people = useMemo(
    () => (prefix === undefined ? NO_SUGGESTIONS : suggestMentions(candidates, prefix)),
    [candidates, prefix],
  );

  useEffect(() => onMention(prefix ?? ''), [onMention, prefix]);

  // Without dependencies: the caret is set after the render that has its text.
  useLayoutEffect(() => {
    if (pendingCaret.current === null) return;
    field.current?.setSelectionRange(pendingCaret.current, pendingCaret.current);
    pendingCaret.current = null;
  });

  const choose = (username: string) => {
    if (!query) return;
    const next = insertMention(text, caret, query, username);
    pendingCaret.current = next.caret;
    setCaret(next.caret);
    setSelected(0);
    write(next.text);
    field.current?.focus();
  };
  const moveBy = (step: number) => setSelected((index) => (index + step + people.length) % people.length);
  return {
    people,
    activeIndex: Math.min(selected, people.length - 1),
    choose,
    onCaret: () => {
      const now = field.current?.selectionStart ?? 0;
      if (now === caret) return;
      setCaret(now);
      setSelected(0);
      if (findMentionQuery(field.current?.value ?? '', now)?.at !== closedAt) setClosedAt(null);
    },
    onKey: (event) => {
      if (people.length === 0) return false;
      const { shiftKey, ctrlKey, metaKey } = event;
      const key = keyOf(event);
      const person = people[Math.min(selected, people.length - 1)];
      if (key === 'ArrowDown') moveBy(1);
      else if (key === 'ArrowUp') moveBy(-1);
      else if (key === 'Escape') setClosedAt(query?.at ?? null);
      else if (person && !shiftKey && !ctrlKey && !metaKey && (key === 'Enter' || key === 'Tab')) {
        choose(person.username);
      } else return false;
      return true;
    },
  };
}
