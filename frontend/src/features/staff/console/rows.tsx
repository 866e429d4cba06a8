import type { ReactNode } from 'react';
import { type GrowingList, MoreOfList } from '../../../ui/more-on-scroll.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { ConsoleFailure } from './console-frame.js';

export interface RowsProps<T> {
  list: GrowingList & { items: readonly T[] | undefined; refetch: () => unknown };
  texts: { list: string; loading: string; empty: string; more: string };
  children: (entry: T) => ReactNode;
}

/** A list of the console, with its failure: without a second factor, the way to one. */
export function Rows<T>({ list, texts, children }: RowsProps<T>) {
  const { items, error } = list;
  if (!items && error) return <ConsoleFailure error={error} onRetry={() => void list.refetch()} />;
  if (!items) return <SkeletonLines text={texts.loading} count={4} />;
  if (items.length === 0) return <p className="small muted console-list__empty">{texts.empty}</p>;
  return (
    <>
      <ul className="console-list__rows" aria-label={texts.list}>
        {items.map(children)}
      </ul>
      <MoreOfList name={texts.more} list={list} />
    </>
  );
}
