import {
  type ConstellationChange,
  getTagPage,
  listTagMembers,
  listTagPictures,
  listTagPosts,
  type TagPageView,
} from '@oniverse/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, listOf, queryOf } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { useConnection } from '../../../live/connection.store.js';
import { LiveError } from '../../../live/live-error.js';
import { onConnected, onLive, request } from '../../../live/live.js';
import { throttle } from '../../../live/throttle.js';
import { watchFeed } from '../../../live/watch-feed.js';

/** A visible page is live. A page that was left longer ago than this is fetched again. */
const FRESH_MS = 60_000;
/** Minimum time between two fetches after live events. */
const LIVE_MS = 1_000;

export const tagPageQuery = (tag: string) => queryOf(getTagPage, { tag }, FRESH_MS);

export const tagPostsQuery = (tag: string) => listOf(listTagPosts, { tag, query: { limit: 10 } }, FRESH_MS);

export const tagMembersQuery = (tag: string) =>
  listOf(listTagMembers, { tag, query: { limit: 48 } }, FRESH_MS);

export const tagPicturesQuery = (tag: string) =>
  listOf(listTagPictures, { tag, query: { limit: 24 } }, FRESH_MS);

/** Whether a change of the constellation may concern the members of a tag. */
export function concernsTag(
  page: TagPageView,
  { users, connections, removed }: ConstellationChange,
): boolean {
  const known = new Set(page.cluster.nodes.map(({ id }) => id));
  return (
    users.some(({ id }) => known.has(id)) ||
    connections.some(
      ({ sharedTags, fromUserId, toUserId }) =>
        sharedTags.includes(page.name) || known.has(fromUserId) || known.has(toUserId),
    ) ||
    removed.userIds.some((id) => known.has(id)) ||
    removed.pairs.some((pair) => pair.some((id) => known.has(id)))
  );
}

async function watchConstellation(): Promise<void> {
  try {
    await request('constellation:watch', {});
  } catch (error) {
    // The next connect repeats the request.
    if (!(error instanceof LiveError)) throw error;
  }
}

/** Returns a tag's page. For members it follows posts and links. */
export function useTagPage(tag: string, isMember: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isMember) return undefined;
    // Also the lists, which are below the page.
    const { request: refetch, stop } = throttle(
      () => void invalidateAndRefetch(client, { queryKey: addressOf(getTagPage, { tag }) }),
      LIVE_MS,
    );
    const stops = [
      watchFeed(refetch),
      onLive('constellation:changed', (change) => {
        const page = client.getQueryData(tagPageQuery(tag).queryKey);
        if (page && concernsTag(page, change)) refetch();
      }),
      onLive('links:changed', refetch),
      onConnected(() => void watchConstellation()),
    ];
    if (useConnection.getState().status === 'live') void watchConstellation();
    return () => {
      for (const unsubscribe of stops) unsubscribe();
      stop();
    };
  }, [client, tag, isMember]);
  return useQuery(tagPageQuery(tag));
}
