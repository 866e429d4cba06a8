import type { ReactNode } from 'react';
import { serverMessageOf } from '../../api/http.js';
import { Failure } from '../../ui/failure.js';
import { MoreOnScroll } from '../../ui/more-on-scroll.js';
import { SkeletonLines } from '../../ui/skeleton.js';
import { ARCHIVE_TEXTS } from './archive.texts.js';

interface ListPartProps {
  title: string;
  texts: { loading: string; failed: string; noneFound: string; more: string };
  /** How many are there; undefined before the first part came. */
  shown: number | undefined;
  isFiltered: boolean;
  /** What stands in a list that is empty, with nothing filtered out of it. */
  empty: ReactNode;
  query: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isPlaceholderData: boolean;
    fetchNextPage: () => Promise<unknown>;
    refetch: () => Promise<unknown>;
  };
  children: ReactNode;
}

/** One of the lists of the archive: on its way, failed, empty, or as far as it was fetched. */
export function ListPart({ title, texts, shown, isFiltered, empty, query, children }: ListPartProps) {
  const { error, hasNextPage, isFetchingNextPage, isPlaceholderData } = query;
  const isEmpty = shown === 0 && !hasNextPage;
  return (
    <section className="plate arc__s" aria-label={title} aria-busy={shown === undefined || isPlaceholderData}>
      <div className="plate__h">
        <h2 className="h3">{title}</h2>
        {shown !== undefined && (
          <span className="count">
            {shown}
            {hasNextPage && '+'}
          </span>
        )}
      </div>
      {shown === undefined && !error && <SkeletonLines text={texts.loading} count={4} />}
      {shown === undefined && error && <Failure text={texts.failed} onAgain={() => void query.refetch()} />}
      {isEmpty && isFiltered && <p className="t3">{texts.noneFound}</p>}
      {isEmpty && !isFiltered && empty}
      {children}
      {shown !== undefined && hasNextPage && (
        <MoreOnScroll
          name={texts.more}
          pending={isFetchingNextPage}
          error={error ? (serverMessageOf(error) ?? ARCHIVE_TEXTS.unreachable) : undefined}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </section>
  );
}
