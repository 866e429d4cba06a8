import './list-page.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { KeyHints } from '../../../ui/key-hints.js';
import { useOpenRow } from '../../../ui/use-open-row.js';
import { ConsoleFrame } from './console-frame.js';
import { Rows, type RowsProps } from './rows.js';

const KEYS = ['J', 'K'] as const;
const OPEN_ENTRY_ID = 'console-open';

/** Returns the id of the row of an entry. */
export const rowIdOf = (entryId: string): string => `console-${entryId}`;
const rowOf = (entryId: string) => document.getElementById(rowIdOf(entryId));
const openEntry = () => document.getElementById(OPEN_ENTRY_ID);

interface ListPageProps<T extends { id: string }> extends RowsProps<T> {
  texts: RowsProps<T>['texts'] & {
    title: string;
    keys: (...keys: ReactNode[]) => ReactNode;
    choose: string;
    back: string;
  };
  openId: string | undefined;
  /** Opens an entry, or closes it. */
  onOpen: (id?: string) => void;
  /** Above the list. */
  filters: ReactNode;
  /** The open entry. */
  open: ReactNode;
}

/** A section of the console with a list, and what is open of it beside it; on narrow screens one after the other. */
export function ListPage<T extends { id: string }>({
  list,
  texts,
  openId,
  onOpen,
  filters,
  open,
  children,
}: ListPageProps<T>) {
  const frame = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const { items, hasNextPage, fetchNextPage } = list;
  useOpenRow(frame, {
    items,
    openId,
    rowOf,
    hasNextPage,
    fetchNextPage,
    onOpen,
    openEntry,
  });
  // On a narrow screen the row that opened the entry is hidden. On a wide one this button is, and takes no focus.
  useEffect(() => {
    if (openId !== undefined && !rowOf(openId)?.offsetParent) back.current?.focus();
  }, [openId]);
  const rows = (
    <div ref={frame} className={openId === undefined ? 'console-list' : 'console-list is-behind'}>
      <div className="console-list__filters">
        {filters}
        <KeyHints keys={KEYS} text={texts.keys} />
      </div>
      <Rows list={list} texts={texts}>
        {children}
      </Rows>
    </div>
  );
  return (
    <ConsoleFrame title={texts.title} aside={rows}>
      {openId === undefined ? (
        <p className="muted console-list__choose">{texts.choose}</p>
      ) : (
        <div id={OPEN_ENTRY_ID}>
          <Button ref={back} small look="quiet" className="console-list__back" onClick={() => onOpen()}>
            {texts.back}
          </Button>
          {open}
        </div>
      )}
    </ConsoleFrame>
  );
}
