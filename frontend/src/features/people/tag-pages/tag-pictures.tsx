import type { TagPageView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Failure } from '../../../ui/failure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { AuthoredPictures } from '../../album/album/index.js';
import { SectionHead } from './section-head.js';
import { tagPicturesQuery } from './tag-page.queries.js';
import { TAG_PAGE_TEXTS as TEXTS } from './tag-page.texts.js';

function AllPictures({ tag }: { tag: string }) {
  const query = useInfiniteQuery(tagPicturesQuery(tag));
  const { fetchNextPage } = query;
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return (
    <>
      {query.isError && <Failure small text={TEXTS.picturesFailed} onRetry={() => void query.refetch()} />}
      <AuthoredPictures
        pictures={query.data?.pages.flatMap(({ items }) => items) ?? []}
        context={{ tag }}
        hasMore={query.hasNextPage && !query.isFetching}
        onMore={loadMore}
      />
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.morePending} className="tag-page__next" />
    </>
  );
}

export function TagPictures({ page, isMember }: { page: TagPageView; isMember: boolean }) {
  const [showsAll, setShowsAll] = useState(false);
  if (page.pictures.length === 0) return null;
  return (
    <section className="tag-page__section" aria-labelledby="tag-pictures">
      <SectionHead
        id="tag-pictures"
        title={TEXTS.pictures}
        action={isMember && !showsAll ? TEXTS.allPictures : undefined}
        onAction={() => setShowsAll(true)}
      />
      {showsAll ? (
        <AllPictures tag={page.name} />
      ) : (
        <AuthoredPictures pictures={page.pictures} context={{ tag: page.name }} />
      )}
    </section>
  );
}
