import type { CapsuleView, PostView } from '@oniverse/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { tagsQuery } from '../album/album.queries.js';
import { archivedPostsQuery, postsOf } from '../posts/posts.queries.js';
import { type ArchiveFilters, searchOf } from './archive-filters.js';
import { useShownArchives } from './profile-archives.queries.js';

/** Posts lie in no capsule of their own accord: they stand in each that they share a tag with. */
const standsIn = ({ tags }: PostView, capsule: CapsuleView): boolean =>
  tags.some((tag) => capsule.tags.includes(tag));

/**
 * The archived posts that fit the filters. Those of a capsule are picked out here, so all of them are fetched.
 * @param capsule the chosen one; undefined where none is chosen, or where there is none of that id
 */
export function useArchivedPosts(filters: ArchiveFilters, capsule: CapsuleView | undefined) {
  const query = useInfiniteQuery({
    ...archivedPostsQuery(searchOf(filters)),
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const needsMore = capsule !== undefined && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  const posts = query.data && postsOf(query.data);
  if (filters.capsule === undefined) return { ...query, posts };
  return { ...query, posts: posts?.filter((post) => capsule !== undefined && standsIn(post, capsule)) };
}

/**
 * What the archive holds as a whole: the tags that can be asked for, and how much lies in each capsule. Both are
 * exact where the first parts of the lists hold everything; past that all of one's tags stand, and no counts.
 */
export function useArchiveContents(): {
  tags: readonly string[];
  countOf: (capsule?: CapsuleView) => number | undefined;
} {
  const { archives = [], data: archiveParts, hasNextPage: moreArchives } = useShownArchives();
  const { data: postParts, hasNextPage: morePosts } = useInfiniteQuery(archivedPostsQuery());
  const { data: own = [] } = useQuery(tagsQuery);
  const posts = postsOf(postParts);
  const isWhole = archiveParts !== undefined && postParts !== undefined && !moreArchives && !morePosts;
  const used = new Set([...archives, ...posts].flatMap(({ tags }) => tags));
  const names = own.map(({ name }) => name);
  return {
    tags: isWhole ? names.filter((name) => used.has(name)) : names,
    countOf: (capsule) => {
      if (!isWhole) return undefined;
      if (!capsule) return archives.length + posts.length;
      const lying = archives.filter(({ capsuleId }) => capsuleId === capsule.id);
      return lying.length + posts.filter((post) => standsIn(post, capsule)).length;
    },
  };
}
