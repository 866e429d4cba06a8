import { type RefObject, useEffect, useRef } from 'react';

const entryOf = (element: Element): string | undefined =>
  element.closest<HTMLElement>('[data-post]')?.dataset['post'];

/**
 * Moves the focus to the next entry when the focused entry is removed from a list.
 * @returns the ref for the list, whose children have their id as `data-post`
 */
export function useFocusAfterRemoval(entries: readonly { id: string }[]): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string>(undefined);
  const shown = useRef(entries);
  useEffect(() => {
    const element = list.current;
    const recordFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element) focused.current = entryOf(target);
    };
    element?.addEventListener('focusin', recordFocus);
    return () => element?.removeEventListener('focusin', recordFocus);
  }, []);
  useEffect(() => {
    const index = shown.current.findIndex(({ id }) => id === focused.current);
    shown.current = entries;
    if (index === -1 || entries.some(({ id }) => id === focused.current)) return;
    focused.current = undefined;
    // The focus has moved elsewhere.
    if (document.activeElement !== document.body) return;
    const children = list.current?.children;
    const next = children?.[Math.min(index, children.length - 1)];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }, [entries]);
  return list;
}
