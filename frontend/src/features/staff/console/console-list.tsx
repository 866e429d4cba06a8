import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Key, ReactNode } from 'react';
import type { ListPage } from '../../../api/calls.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { ConsoleFailure } from './console-frame.js';

interface ConsoleListProps<T> {
  list: UseInfiniteQueryResult<InfiniteData<ListPage<T>>>;
  texts: { title: string; loading: string; empty: string; more: string };
  keyOf: (item: T) => Key;
  /** Returns the content of an item's row. */
  children: (item: T) => ReactNode;
}

/** A list of the console: its rows, page by page, or why there are none. */
export function ConsoleList<T>({ list, texts, keyOf, children }: ConsoleListProps<T>) {
  const items = list.data?.pages.flatMap((page) => page.items);
  if (!items && list.error) {
    return <ConsoleFailure error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!items) return <SkeletonLines text={texts.loading} count={4} />;
  if (items.length === 0) return <p className="muted console__rows">{texts.empty}</p>;
  return (
    <>
      <ul className="console__rows" aria-label={texts.title}>
        {items.map((item) => (
          <li key={keyOf(item)} className="console__row">
            {children(item)}
          </li>
        ))}
      </ul>
      <MoreOfList name={texts.more} list={list} />
    </>
  );
}
