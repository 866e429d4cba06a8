import type { CapsuleView, PostView } from '@oniverse/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { tagsQuery } from '../../album/album/index.js';
import { archivedPostsQuery, postsOf } from '../posts/index.js';
import type { ArchiveFilters } from './archive-filters.js';
import { queryParamsOf } from './archive-query.js';
import { useVisibleArchives } from './profile-archives.queries.js';

/** Whether a post belongs to a capsule. Posts have no capsule field: they belong to every capsule that shares a tag. */
const belongsTo = ({ tags }: PostView, capsule: CapsuleView): boolean =>
  tags.some((tag) => capsule.tags.includes(tag));

/**
 * Fetches the archived posts that match the filters. A capsule is filtered on the client, which requires all pages.
 * @param capsule the selected capsule; undefined if none is selected or its id is unknown
 */
export function useArchivedPosts(filters: ArchiveFilters, capsule: CapsuleView | undefined) {
  const query = useInfiniteQuery({
    ...archivedPostsQuery(queryParamsOf(filters)),
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const shouldFetchMore = capsule !== undefined && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (shouldFetchMore) void fetchNextPage();
  }, [shouldFetchMore, fetchNextPage]);
  const posts = query.data && postsOf(query.data);
  if (filters.capsule === undefined) return { ...query, posts };
  return { ...query, posts: posts?.filter((post) => capsule !== undefined && belongsTo(post, capsule)) };
}

/**
 * Returns the tags in the archive and the number of entries per capsule. Both are exact if each list fits one page.
 * Otherwise it returns all of the member's tags and no counts.
 */
export function useArchiveContents(): {
  tags: readonly string[];
  countOf: (capsule?: CapsuleView) => number | undefined;
} {
  const { archives = [], data: archiveParts, hasNextPage: moreArchives } = useVisibleArchives();
  const { data: postParts, hasNextPage: morePosts } = useInfiniteQuery(archivedPostsQuery());
  const { data: own = [] } = useQuery(tagsQuery);
  const posts = postsOf(postParts);
  const isExact = archiveParts !== undefined && postParts !== undefined && !moreArchives && !morePosts;
  const used = new Set([...archives, ...posts].flatMap(({ tags }) => tags));
  const names = own.map(({ name }) => name);
  return {
    tags: isExact ? names.filter((name) => used.has(name)) : names,
    countOf: (capsule) => {
      if (!isExact) return undefined;
      if (!capsule) return archives.length + posts.length;
      const archived = archives.filter(({ capsuleId }) => capsuleId === capsule.id);
      return archived.length + posts.filter((post) => belongsTo(post, capsule)).length;
    },
  };
}
