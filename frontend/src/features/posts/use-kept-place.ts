import { type RefObject, useEffect, useRef } from 'react';

/** Which entry of a list an element is in. */
const entryOf = (element: Element): string | undefined =>
  element.closest<HTMLElement>('[data-post]')?.dataset['post'];

/**
 * Where the entry that has the focus leaves a list, the one that takes its place has it next.
 * @returns for the list, whose children are the entries, each with its id as `data-post`
 */
export function useKeptPlace(entries: readonly { id: string }[]): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const held = useRef<string>(undefined);
  const shown = useRef(entries);
  useEffect(() => {
    const element = list.current;
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof Element) held.current = entryOf(target);
    };
    element?.addEventListener('focusin', hold);
    return () => element?.removeEventListener('focusin', hold);
  }, []);
  useEffect(() => {
    const before = shown.current.findIndex(({ id }) => id === held.current);
    shown.current = entries;
    if (before === -1 || entries.some(({ id }) => id === held.current)) return;
    held.current = undefined;
    // Somewhere else is the focus by now: it stays there.
    if (document.activeElement !== document.body) return;
    const lines = list.current?.children;
    const next = lines?.[Math.min(before, lines.length - 1)];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }, [entries]);
  return list;
}
