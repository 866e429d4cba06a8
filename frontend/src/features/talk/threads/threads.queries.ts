import {
  deleteThread,
  followThread,
  getThread,
  LIMITS,
  listFollowedThreads,
  listMessages,
  type ThreadView,
  unfollowThread,
} from '@oniverse/contracts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf, isQueryOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { readTo, withReadMark } from '../log/index.js';
import { THREAD_TEXTS } from './threads.texts.js';

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: queryOf(getThread, { id }).queryKey,
    queryFn: async ({ signal }) => withReadMark(await send(getThread, { id }, signal)),
  });

const followedRequest = (serverId: string | null) => ({
  query: { ...(serverId === null ? { conversations: true } : { server: serverId }), limit: LIMITS.page.max },
});

/** The threads of a dimension, or of all conversations (null), that the member follows and that had replies last. */
export const followedQuery = (serverId: string | null) =>
  queryOptions({
    queryKey: queryOf(listFollowedThreads, followedRequest(serverId)).queryKey,
    queryFn: async ({ signal }) =>
      (await send(listFollowedThreads, followedRequest(serverId), signal)).map(withReadMark),
  });

/** The message at a position of a channel, if there is one. */
export const startQuery = (channelId: string, seq: number) =>
  queryOf(listMessages, { id: channelId, query: { before: seq + 1, limit: 1 } });

/** Begins the keys of all threads and lists of them. */
export const THREADS_KEY = addressOf(listFollowedThreads);

const isFollowedList = isQueryOf(listFollowedThreads);

/** Returns the followed thread of a summary; undefined if the member does not follow it. */
export function useFollowedThread(serverId: string | null, threadId: string): ThreadView | undefined {
  const { data } = useQuery({
    ...followedQuery(serverId),
    // The list of followed threads fetches it.
    enabled: false,
    select: (threads) => threads.find(({ id }) => id === threadId),
  });
  return data;
}

/** Returns a thread of a dimension, or of conversations, from the cache. */
export const findThread = (
  client: QueryClient,
  serverId: string | null,
  id: string,
): ThreadView | undefined =>
  client.getQueryData(threadQuery(id).queryKey) ??
  client.getQueryData(followedQuery(serverId).queryKey)?.find((thread) => thread.id === id);

/** Moves the read mark of a thread wherever it is cached. */
export function applyThreadRead(client: QueryClient, id: string, seq: number): void {
  client.setQueryData(threadQuery(id).queryKey, (thread) => thread && readTo(thread, seq));
  client.setQueriesData<ThreadView[]>({ predicate: isFollowedList }, (threads) =>
    threads?.some((thread) => thread.id === id)
      ? threads.map((thread) => (thread.id === id ? readTo(thread, seq) : thread))
      : threads,
  );
}

/**
 * Returns the unread messages of the followed threads of a dimension, or of conversations; undefined until they are loaded.
 * @param isCounted whether the threads of a channel or conversation count
 */
export const countUnreadInThreads = (
  client: QueryClient,
  serverId: string | null,
  isCounted: (channelId: string) => boolean,
): number | undefined =>
  client
    .getQueryData(followedQuery(serverId).queryKey)
    ?.reduce((sum, { parentId, unreadCount }) => sum + (isCounted(parentId) ? unreadCount : 0), 0);

/** The dialog shows why it failed, and a live event applies the deletion. */
export const useDeleteThread = (id: string) =>
  useMutation({ mutationFn: async () => send(deleteThread, { id }), onError: showNoToast });

/** Follows a thread, or stops following it, at once. A refusal takes it back. */
export function useFollow({ id, serverId }: ThreadView) {
  const client = useQueryClient();
  const { queryKey } = threadQuery(id);
  const setFollowed = (isFollowed: boolean) =>
    client.setQueryData(queryKey, (thread) => thread && { ...thread, isFollowed });
  return useMutation({
    mutationFn: async (isFollowed: boolean) => send(isFollowed ? followThread : unfollowThread, { id }),
    onMutate: async (isFollowed) => {
      // A running fetch may have the state before.
      await client.cancelQueries({ queryKey });
      setFollowed(isFollowed);
    },
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey });
      await invalidateAndRefetch(client, { queryKey: followedQuery(serverId).queryKey });
    },
    onError: (error, isFollowed) => {
      setFollowed(!isFollowed);
      showFailure(THREAD_TEXTS.followFailed, error);
    },
  });
}
