import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { keyOf } from '../../../ui/keys.js';
import { replacePart, type TextPart } from './tokens.js';

type CompletedInput = HTMLTextAreaElement | HTMLInputElement;

interface CompletedText<T extends TextPart> {
  field: RefObject<CompletedInput | null>;
  /** The text of the field. */
  text: string;
  /** Stores what the completion wrote, with the place of the caret in it. */
  write: (text: string, caret: number) => void;
  /** Returns the part that is being typed at the caret, if it can be completed. */
  find: (text: string, caret: number) => T | undefined;
}

/** The options of a field, for `OptionStrip`. */
export interface OptionList<S> {
  id: string;
  options: readonly S[];
  /** The index of the option that Tab takes. */
  activeIndex: number;
  take: (option: S) => void;
}

interface Choice<S> {
  options: readonly S[];
  take: (option: S) => void;
  /** Whether Enter takes an option that no arrow key chose. */
  takesEnter: (option: S) => boolean;
}

/** Selects a part of a field and types over it, which the member can undo. Returns whether the browser can. */
function typeOver(field: CompletedInput, { at, end }: TextPart, text: string): boolean {
  field.focus();
  field.setSelectionRange(at, end);
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else keeps the history of the field
  return document.execCommand('insertText', false, text);
}

/**
 * Follows what is typed in a field, and completes it from options. Arrow keys move, Tab and Enter take, Escape closes the list. The
 * focus stays in the field: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function useTypedToken<T extends TextPart>({ field, text, write, find }: CompletedText<T>) {
  const [caret, setCaret] = useState(0);
  /** The index of the token for which Escape closed the list. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** Null until an arrow key moves. */
  const [selected, setSelected] = useState<number | null>(null);
  const pendingCaret = useRef<number | null>(null);
  const id = useId();
  const found = find(text, caret);
  const token = found && found.at !== closedAt ? found : undefined;

  // Without dependencies: the caret is set after the render that has its text.
  useLayoutEffect(() => {
    if (pendingCaret.current === null) return;
    field.current?.setSelectionRange(pendingCaret.current, pendingCaret.current);
    pendingCaret.current = null;
  });

  /** Moves the caret once the next text is rendered. */
  const placeCaret = (at: number) => {
    pendingCaret.current = at;
    setCaret(at);
  };
  const replace = (part: TextPart, replacement: string) => {
    const { current } = field;
    if (!current) return;
    setSelected(null);
    const next = replacePart(current.value, part, replacement);
    // The event of the typed text writes it.
    if (typeOver(current, part, replacement)) return;
    placeCaret(next.caret);
    write(next.text, next.caret);
  };
  /** Replaces a token, with one space after it. */
  const complete = ({ at, end }: TextPart, replacement: string) => {
    const hasSpace = field.current?.value.charAt(end) === ' ';
    replace({ at, end: hasSpace ? end + 1 : end }, `${replacement} `);
  };
  const readCaret = () => {
    const { selectionStart, value = '' } = field.current ?? {};
    const now = selectionStart ?? 0;
    if (now === caret) return;
    setCaret(now);
    setSelected(null);
    if (find(value, now)?.at !== closedAt) setClosedAt(null);
  };

  /** Returns the list of the options, the properties of the field, and the handler of its keys. */
  const chooseFrom = <S>({ options, take, takesEnter }: Choice<S>) => {
    const isOpen = token !== undefined && options.length > 0;
    const activeIndex = Math.min(selected ?? 0, options.length - 1);
    const moveBy = (step: number) => setSelected((activeIndex + step + options.length) % options.length);
    const list: OptionList<S> = { id, options: isOpen ? options : [], activeIndex, take };
    return {
      list,
      isOpen,
      /** Properties of the field. */
      field: {
        'aria-autocomplete': 'list',
        ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${activeIndex}` }),
        onSelect: readCaret,
      } as const,
      /** Handles a key, and returns whether the list used it. */
      onKey: (event: KeyboardEvent): boolean => {
        const option = isOpen ? options[activeIndex] : undefined;
        if (option === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
          return false;
        const key = keyOf(event);
        if (key === 'ArrowDown' || (key === 'ArrowRight' && caret === text.length)) moveBy(1);
        else if (key === 'ArrowUp' || (key === 'ArrowLeft' && activeIndex > 0)) moveBy(-1);
        else if (key === 'Escape') setClosedAt(token?.at ?? null);
        else if (key === 'Tab' || (key === 'Enter' && (selected !== null || takesEnter(option))))
          take(option);
        else return false;
        event.preventDefault();
        return true;
      },
    };
  };

  return {
    token,
    replace,
    complete,
    placeCaret,
    readCaret,
    /** Closes the list of the token that begins at an index. */
    closeAt: setClosedAt,
    /** Called when the field loses the focus. */
    close: () => setCaret(0),
    chooseFrom,
  };
}
