import '../../../ui/plate.css';
import type { ReactNode } from 'react';
import { Failure } from '../../../ui/failure.js';
import { type GrowingList, MoreOfList } from '../../../ui/more-on-scroll.js';
import { SkeletonLines } from '../../../ui/skeleton.js';

interface ArchiveSectionProps {
  title: string;
  texts: { loading: string; failed: string; noneFound: string; more: string };
  shown: number | undefined;
  isFiltered: boolean;
  /** The content of an empty list without filters. */
  empty: ReactNode;
  query: GrowingList & { isPlaceholderData: boolean; refetch: () => Promise<unknown> };
  children: ReactNode;
}

export function ArchiveSection({
  title,
  texts,
  shown,
  isFiltered,
  empty,
  query,
  children,
}: ArchiveSectionProps) {
  const { error, hasNextPage, isPlaceholderData } = query;
  const isEmpty = shown === 0 && !hasNextPage;
  return (
    <section
      className="plate archive__section"
      aria-label={title}
      aria-busy={shown === undefined || isPlaceholderData}
    >
      <div className="plate__head">
        <h2 className="h3">{title}</h2>
        {shown !== undefined && (
          <span className="count">
            {shown}
            {hasNextPage && '+'}
          </span>
        )}
      </div>
      {shown === undefined && !error && <SkeletonLines text={texts.loading} count={4} />}
      {shown === undefined && error && <Failure text={texts.failed} onRetry={() => void query.refetch()} />}
      {isEmpty && isFiltered && <p className="faint">{texts.noneFound}</p>}
      {isEmpty && !isFiltered && empty}
      {children}
      {shown !== undefined && <MoreOfList name={texts.more} list={query} />}
    </section>
  );
}
