import type { DeletedThread, ThreadChange } from '@oniverse/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { endAll, onLive } from '../../../live/live.js';
import { forgetThread } from '../log/index.js';
import { withChange, withFollowedChange } from './threads.changes.js';
import { followedQuery, threadQuery, THREADS_KEY } from './threads.queries.js';

/** A running fetch may be older than the event, so it is repeated. */
function refetchIfRunning(client: QueryClient, queryKey: readonly unknown[]): void {
  if (client.isFetching({ queryKey, exact: true }) > 0)
    void invalidateAndRefetch(client, { queryKey, exact: true });
}

/** Applies a live event to the cached threads. */
export async function applyThreadChange(client: QueryClient, change: ThreadChange): Promise<void> {
  const { queryKey: threadKey } = threadQuery(change.channelId);
  client.setQueryData(threadKey, (thread) => thread && withChange(thread, change));
  refetchIfRunning(client, threadKey);
  const { queryKey } = followedQuery(change.serverId);
  const followed = client.getQueryData(queryKey);
  const changed = followed && withFollowedChange(followed, change);
  if (changed) {
    client.setQueryData(queryKey, changed);
    refetchIfRunning(client, queryKey);
  } else {
    await invalidateAndRefetch(client, { queryKey, exact: true });
  }
}

async function applyDeletion(client: QueryClient, deleted: DeletedThread): Promise<void> {
  forgetThread(deleted.channelId);
  await applyThreadChange(client, { ...deleted, lastSeq: 0, isFollowed: false });
  await client.invalidateQueries({ queryKey: threadQuery(deleted.channelId).queryKey });
}

/** Fetches the shown threads again, for what causes no event or was missed without a connection. */
export const refetchThreads = (client: QueryClient): Promise<void> =>
  invalidateAndRefetch(client, { queryKey: THREADS_KEY });

/**
 * Keeps the cached threads of dimensions live. Use it only once, because events increment counts.
 * @param onCounted called after the unread counts of a dimension's threads may have changed
 */
export function subscribeToThreads(client: QueryClient, onCounted: (serverId: string) => void): () => void {
  return endAll(
    // It covers deleted channels and memberships.
    onLive('server:changed', () => void refetchThreads(client)),
    onLive('thread:deleted', (deleted) => {
      void applyDeletion(client, deleted).then(() => onCounted(deleted.serverId));
    }),
    onLive('thread:changed', (change) => {
      const { serverId } = change;
      if (serverId !== null) void applyThreadChange(client, change).then(() => onCounted(serverId));
    }),
  );
}
