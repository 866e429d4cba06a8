import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Mentionable, mentionBefore, offered, withMention } from './mentions.js';

/** The list of members that opens behind an @. */
export interface MentionList {
  people: readonly Mentionable[];
  /** Which of them Enter and Tab would take. */
  chosen: number;
  /** Called whenever the caret may have moved. */
  onCaret: () => void;
  /** @returns whether the key was for the list */
  onKey: (event: KeyboardEvent) => boolean;
  take: (username: string) => void;
}

const NOBODY: readonly Mentionable[] = [];

interface MentionField {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  write: (text: string) => void;
  /** Who can be mentioned, as far as is known. */
  people: readonly Mentionable[];
  /** Told the beginning of the name, so that others may come to be known. */
  onMention: (begun: string) => void;
}

/** Offers members while a mention is begun in a field: arrows choose, Tab or Enter takes, Escape closes. */
export function useMentions({ field, text, write, people: everybody, onMention }: MentionField): MentionList {
  const [caret, setCaret] = useState(0);
  /** The @ whose list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const placed = useRef<number | null>(null);
  const query = mentionBefore(text, caret);
  const begun = query && query.at !== closedAt ? query.begun : undefined;
  const people = useMemo(
    () => (begun === undefined ? NOBODY : offered(everybody, begun)),
    [everybody, begun],
  );

  useEffect(() => onMention(begun ?? ''), [onMention, begun]);

  // After whichever render brings the text that the caret belongs to.
  useLayoutEffect(() => {
    if (placed.current === null) return;
    field.current?.setSelectionRange(placed.current, placed.current);
    placed.current = null;
  });

  const take = (username: string) => {
    if (!query) return;
    const next = withMention(text, caret, query, username);
    placed.current = next.caret;
    setCaret(next.caret);
    setChosen(0);
    write(next.text);
    field.current?.focus();
  };
  const step = (by: number) => setChosen((now) => (now + by + people.length) % people.length);
  return {
    people,
    chosen: Math.min(chosen, people.length - 1),
    take,
    onCaret: () => {
      const now = field.current?.selectionStart ?? 0;
      if (now === caret) return;
      setCaret(now);
      setChosen(0);
      if (mentionBefore(field.current?.value ?? '', now)?.at !== closedAt) setClosedAt(null);
    },
    onKey: ({ key, nativeEvent, shiftKey, ctrlKey, metaKey }) => {
      if (people.length === 0 || nativeEvent.isComposing) return false;
      const person = people[Math.min(chosen, people.length - 1)];
      if (key === 'ArrowDown') step(1);
      else if (key === 'ArrowUp') step(-1);
      else if (key === 'Escape') setClosedAt(query?.at ?? null);
      else if (person && !shiftKey && !ctrlKey && !metaKey && (key === 'Enter' || key === 'Tab')) {
        take(person.username);
      } else return false;
      return true;
    },
  };
}
