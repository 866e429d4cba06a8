import type { PostView } from '@oniverse/contracts';
import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage } from '../../../api/calls.js';

export type Posts = InfiniteData<ListPage<PostView>>;

export const postsOf = (list: Posts | undefined): PostView[] =>
  list?.pages.flatMap(({ items }) => items) ?? [];

export const mapItems = (
  list: Posts | undefined,
  change: (items: PostView[]) => PostView[],
): Posts | undefined =>
  list && { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) };

/** Returns the number of posts in a newer first page before the first cached one. */
export function countNew(cached: Posts, newest: ListPage<PostView>): number {
  const known = new Set(postsOf(cached).map(({ id }) => id));
  const first = newest.items.findIndex(({ id }) => known.has(id));
  return first === -1 ? newest.items.length : first;
}

/**
 * Merges a newer first page into a list: adds new posts, and applies changes and deletions within the page's range.
 * Returns only the page if it does not overlap the list.
 */
export function withNewest(cached: Posts, newest: ListPage<PostView>): Posts {
  const newestOnly = { pages: [newest], pageParams: cached.pageParams.slice(0, 1) };
  if (newest.nextCursor === null) return newestOnly;
  const fresh = new Set(newest.items.map(({ id }) => id));
  const posts = postsOf(cached);
  const lastShared = posts.findLastIndex(({ id }) => fresh.has(id));
  if (lastShared === -1) return newestOnly;
  const older = new Set(posts.slice(lastShared + 1));
  return {
    ...cached,
    pages: cached.pages.map((page, index) => ({
      ...page,
      items: [...(index === 0 ? newest.items : []), ...page.items.filter((post) => older.has(post))],
    })),
  };
}
