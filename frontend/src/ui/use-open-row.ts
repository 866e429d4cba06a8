import { type RefObject, useLayoutEffect } from 'react';
import { pressButtonOf, useListKeys } from './use-list-keys.js';

interface OpenRow {
  items: readonly { id: string }[] | undefined;
  openId: string | undefined;
  /** Returns the row of an entry; a constant. */
  rowOf: (id: string) => HTMLElement | null;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  onOpen: (id: string) => void;
  /** Returns where the open entry is shown, whose buttons name their keys. */
  openEntry: () => Element | null | undefined;
}

/** Handles the keys of a list with one open entry: those of `useListKeys` open the next one, and press its buttons. */
export function useOpenRow(
  list: RefObject<HTMLElement | null>,
  { items, openId, rowOf, hasNextPage, fetchNextPage, onOpen, openEntry }: OpenRow,
): void {
  useLayoutEffect(() => {
    if (openId !== undefined) rowOf(openId)?.scrollIntoView?.({ block: 'nearest' });
  }, [openId, rowOf]);

  const go = (step: number) => {
    if (!items) return;
    const openIndex = items.findIndex(({ id }) => id === openId);
    const focused = items.findIndex(({ id }) => rowOf(id) === document.activeElement);
    const next = items[openIndex < 0 ? Math.max(0, focused) : openIndex + step];
    if (next) {
      onOpen(next.id);
      rowOf(next.id)?.focus();
    } else if (step > 0 && hasNextPage) fetchNextPage();
  };
  const press = (letter: string) => openId !== undefined && pressButtonOf(openEntry(), letter);
  useListKeys(list, { rows: '.row-button', go, press });
}
