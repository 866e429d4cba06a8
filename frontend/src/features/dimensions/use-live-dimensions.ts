import { getServer, listPublicServers, listServers } from '@oniverse/contracts';
import { type DataTag, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, isQueryOf } from '../../api/calls.js';
import { invalidateAndRefetch } from '../../api/invalidate-and-refetch.js';
import { onConnected, onLive, startLive } from '../../live/live.js';
import { hintedThrottle } from '../../live/throttle.js';
import {
  applyThreadRead,
  countUnreadInThreads,
  findThread,
  refetchThreads,
  subscribeToThreads,
} from '../threads/index.js';
import {
  withActivity,
  withChangedMember,
  withMember,
  withMemberCount,
  withMention,
  withoutMember,
  withoutServer,
  withRead,
  withServer,
  withServerMention,
  withUnreadIncrement,
  withUnreadSums,
} from './dimensions.changes.js';
import { channelsQuery, isMemberListQuery, serversQuery } from './dimensions.queries.js';
import { membersQuery } from './members.queries.js';
import { refreshPresence } from './presence.store.js';
import { storeReadMark, onReadInOtherTab, type ReadMark } from './read-marks.js';

/** Updates a cached answer. A running fetch may be older than the event, so it is repeated. */
function updateCached<T>(
  client: QueryClient,
  queryKey: DataTag<readonly unknown[], T, Error>,
  apply: (cached: T) => T,
): void {
  client.setQueryData<T>(queryKey, (cached) => cached && apply(cached));
  if (client.isFetching({ queryKey, exact: true }) > 0)
    void invalidateAndRefetch(client, { queryKey, exact: true });
}

function updateUnreadSums(client: QueryClient, serverId: string): void {
  const channels = client.getQueryData(channelsQuery(serverId).queryKey);
  if (!channels) return;
  const unreadInThreads = countUnreadInThreads(client, serverId);
  if (unreadInThreads === undefined) {
    // Only the server knows the sums.
    void invalidateAndRefetch(client, { queryKey: serversQuery.queryKey, exact: true });
    return;
  }
  updateCached(client, serversQuery.queryKey, (cached) =>
    withUnreadSums(cached, serverId, channels, unreadInThreads),
  );
}

function applyReadMark(client: QueryClient, { serverId, channelId, seq }: ReadMark): void {
  updateCached(client, channelsQuery(serverId).queryKey, (cached) => withRead(cached, channelId, seq));
  applyThreadRead(client, channelId, seq);
  updateUnreadSums(client, serverId);
}

/** Marks a channel or thread as read on this page, on the server and in other tabs. */
export function markRead(client: QueryClient, mark: ReadMark): void {
  const channels = client.getQueryData(channelsQuery(mark.serverId).queryKey);
  const cached =
    channels?.find(({ id }) => id === mark.channelId) ?? findThread(client, mark.serverId, mark.channelId);
  if (!cached || cached.readSeq >= mark.seq) return;
  applyReadMark(client, mark);
  // An answer in between may have counted these messages as unread.
  storeReadMark(mark, () => updateUnreadSums(client, mark.serverId));
}

const isServerQuery = isQueryOf(getServer);

function subscribe(client: QueryClient): () => void {
  const { queryKey } = serversQuery;
  /** Fetches everything that may have been missed without a connection. */
  const refetch = () => {
    void invalidateAndRefetch(client, { queryKey: addressOf(listServers) });
    void refetchThreads(client);
  };
  const recount = hintedThrottle(
    () => void invalidateAndRefetch(client, { queryKey: serversQuery.queryKey, exact: true }),
  );
  const ends = [
    recount.stop,
    onConnected(refetch),
    subscribeToThreads(client, (serverId) => {
      // Without its channels, only the server knows the sums.
      if (client.getQueryData(channelsQuery(serverId).queryKey) === undefined) recount.request();
      else updateUnreadSums(client, serverId);
    }),
    onReadInOtherTab((mark) => applyReadMark(client, mark)),
    onLive('server:changed', (server) => {
      updateCached(client, queryKey, (cached) => withServer(cached, server));
      // The event also covers created and deleted channels, without naming them.
      void invalidateAndRefetch(client, { queryKey: channelsQuery(server.id).queryKey });
      if (server.membership !== undefined) refreshPresence(server.id);
    }),
    onLive('server:removed', ({ serverId }) => {
      updateCached(client, queryKey, (cached) => withoutServer(cached, serverId));
      const address = addressOf(getServer, { id: serverId });
      client.removeQueries({ queryKey: address, predicate: (query) => !isServerQuery(query) });
      // The refetch fails, and an open page then shows that the server is gone.
      void client.invalidateQueries({ queryKey: address });
      void client.invalidateQueries({ queryKey: addressOf(listPublicServers) });
    }),
    onLive('channel:activity', ({ serverId, channels }) => {
      const key = channelsQuery(serverId).queryKey;
      if (client.getQueryData(key) === undefined) {
        updateCached(client, queryKey, (cached) => withUnreadIncrement(cached, serverId));
        return;
      }
      updateCached(client, key, (cached) =>
        channels.reduce((all, { channelId, lastSeq }) => withActivity(all, channelId, lastSeq), cached),
      );
      updateUnreadSums(client, serverId);
    }),
    onLive('mention', ({ serverId, channelId, parentId, seq }) => {
      // The member follows the thread, whose unread messages are counted.
      if (parentId !== undefined) return;
      const key = channelsQuery(serverId).queryKey;
      if (client.getQueryData(key) === undefined) {
        updateCached(client, queryKey, (cached) => withServerMention(cached, serverId));
        return;
      }
      updateCached(client, key, (cached) => withMention(cached, channelId, seq));
      updateUnreadSums(client, serverId);
    }),
    onLive('member:joined', ({ serverId, member, memberCount, updatedAt }) => {
      updateCached(client, queryKey, (cached) =>
        withMemberCount(cached, serverId, { memberCount, updatedAt }),
      );
      updateCached(client, membersQuery(serverId).queryKey, (cached) => withMember(cached, member));
    }),
    onLive('member:left', ({ serverId, userId, memberCount, updatedAt }) => {
      updateCached(client, queryKey, (cached) =>
        withMemberCount(cached, serverId, { memberCount, updatedAt }),
      );
      updateCached(client, membersQuery(serverId).queryKey, (cached) => withoutMember(cached, userId));
    }),
    onLive('member:changed', (member) => {
      for (const query of client.getQueryCache().findAll({ predicate: isMemberListQuery })) {
        const serverId = String(query.queryKey[2]);
        updateCached(client, membersQuery(serverId).queryKey, (cached) =>
          withChangedMember(cached, serverId, member),
        );
      }
    }),
  ];
  const refetchIfVisible = () => {
    // Messages read on another device cause no event.
    if (document.visibilityState === 'visible') refetch();
  };
  document.addEventListener('visibilitychange', refetchIfVisible);
  return () => {
    document.removeEventListener('visibilitychange', refetchIfVisible);
    for (const end of ends) end();
  };
}

/** Keeps the member's servers live. Use it only once: some events increment counts. */
export function useLiveDimensions(): void {
  const client = useQueryClient();
  useEffect(() => {
    startLive();
    const stop = subscribe(client);
    // Data fetched before the subscription may be outdated.
    void invalidateAndRefetch(client, { queryKey: addressOf(listServers) });
    return stop;
  }, [client]);
}
