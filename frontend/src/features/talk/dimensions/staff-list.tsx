import type { ReactNode } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { Button } from '../../../ui/button.js';
import { Failure } from '../../../ui/failure.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const { staffList: TEXTS } = DIMENSIONS_TEXTS;

interface StaffListProps<T> {
  list: {
    items: readonly T[] | undefined;
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  label: string;
  loading: string;
  empty: string;
  children: (entry: T) => ReactNode;
}

export function StaffList<T>({ list, label, loading, empty, children }: StaffListProps<T>) {
  const { items, error, hasNextPage, isFetchingNextPage } = list;
  if (error) {
    return <Failure small text={failureMessageOf(error)} onRetry={() => void list.refetch()} />;
  }
  if (!items) return <SkeletonLines text={loading} count={2} />;
  return (
    <>
      {items.length === 0 && !hasNextPage && <p className="small faint">{empty}</p>}
      {items.length > 0 && (
        <ul className="staff" aria-label={label}>
          {items.map(children)}
        </ul>
      )}
      {hasNextPage && (
        <Button small pending={isFetchingNextPage && TEXTS.pending} onClick={() => void list.fetchNextPage()}>
          {TEXTS.more}
        </Button>
      )}
    </>
  );
}
