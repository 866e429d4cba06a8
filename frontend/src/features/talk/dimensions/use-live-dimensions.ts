import { getServer, listPublicServers, listServers } from '@oniverse/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, isQueryOf, queryOf } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { updateCached } from '../../../api/update-cached.js';
import { endAll, onConnected, onLive, startLive } from '../../../live/live.js';
import { hintedThrottle } from '../../../live/throttle.js';
import { currentUser } from '../../../session/session.js';
import { attentionQuery, isMuted, refreshAttention, useAttention } from '../attention/index.js';
import { confirmRead, markReadTo, onReadMarks, type ReadMark } from '../log/index.js';
import { areCounted, useHiddenMembers } from '../../safety/safety/index.js';
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
  withSlowMode,
  withUnreadIncrement,
  withUnreadSums,
} from './dimensions.changes.js';
import { channelsQuery, isMemberListQuery, serversQuery } from './dimensions.queries.js';
import { membersQuery } from './members.queries.js';
import { refreshPresence } from './presence.store.js';

function updateUnreadSums(client: QueryClient, serverId: string): void {
  const channels = client.getQueryData(channelsQuery(serverId).queryKey);
  if (!channels) return;
  const isUnmuted = (channelId: string): boolean => !isMutedIn(client, serverId, channelId);
  const unreadInThreads = countUnreadInThreads(client, serverId, isUnmuted);
  if (unreadInThreads === undefined) {
    // Only the server knows the sums.
    void invalidateAndRefetch(client, { queryKey: serversQuery.queryKey, exact: true });
    return;
  }
  const unmuted = channels.filter(({ id }) => isUnmuted(id));
  updateCached(client, serversQuery.queryKey, (cached) =>
    withUnreadSums(cached, serverId, unmuted, unreadInThreads),
  );
}

/** Whether the member wants to hear nothing of a channel, as far as the levels are loaded. */
const isMutedIn = (client: QueryClient, serverId: string, channelId: string): boolean =>
  isMuted(client.getQueryData(attentionQuery.queryKey), serverId, channelId);

/** A read mark outside of conversations. */
type ServerReadMark = ReadMark & { serverId: string };

const isInServer = (mark: ReadMark): mark is ServerReadMark => mark.serverId !== null;

function applyReadMark(client: QueryClient, { serverId, channelId, seq }: ServerReadMark): void {
  updateCached(client, channelsQuery(serverId).queryKey, (cached) => withRead(cached, channelId, seq));
  applyThreadRead(client, channelId, seq);
  updateUnreadSums(client, serverId);
}

/** Applies a mark of another device. Without the channels, or if mentions may remain, the server knows the counts. */
function applyForeignMark(client: QueryClient, mark: ServerReadMark, refetchServers: () => void): void {
  confirmRead(mark.channelId, mark.seq);
  const { queryKey } = channelsQuery(mark.serverId);
  if (client.getQueryData(queryKey) === undefined) {
    applyThreadRead(client, mark.channelId, mark.seq);
    refetchServers();
    return;
  }
  applyReadMark(client, mark);
  const channel = client.getQueryData(queryKey)?.find(({ id }) => id === mark.channelId);
  if (channel && channel.readSeq === mark.seq && channel.mentionCount > 0) {
    void invalidateAndRefetch(client, { queryKey, exact: true });
  }
}

/** Marks a channel or thread as read on this page, on the server and in other tabs. */
export function markRead(client: QueryClient, mark: ServerReadMark): void {
  const channels = client.getQueryData(channelsQuery(mark.serverId).queryKey);
  const cached =
    channels?.find(({ id }) => id === mark.channelId) ?? findThread(client, mark.serverId, mark.channelId);
  const user = currentUser(client);
  if (user && cached && cached.readSeq < mark.seq) markReadTo(user.id, mark);
}

const isServerQuery = isQueryOf(getServer);

function subscribe(client: QueryClient): () => void {
  const { queryKey } = serversQuery;
  /** Fetches everything that may have been missed without a connection. */
  const refetch = () => {
    void invalidateAndRefetch(client, { queryKey: addressOf(listServers) });
    void invalidateAndRefetch(client, { queryKey: attentionQuery.queryKey, exact: true });
    void refetchThreads(client);
  };
  const sums = hintedThrottle(() => void invalidateAndRefetch(client, { queryKey, exact: true }));
  const threads = hintedThrottle(() => void refetchThreads(client));
  /** Fetches the counts of channels where hidden members write, too. */
  const counts = hintedThrottle(
    () => void invalidateAndRefetch(client, { queryKey: addressOf(listServers) }),
  );
  const end = endAll(
    sums.stop,
    counts.stop,
    threads.stop,
    onConnected(refetch),
    subscribeToThreads(client, (serverId) => {
      if (areCounted(client, undefined) === undefined) threads.request();
      // Without its channels, only the server knows the sums.
      if (client.getQueryData(channelsQuery(serverId).queryKey) === undefined) sums.request();
      else updateUnreadSums(client, serverId);
    }),
    // Again when the server has it: an answer in between may have counted these messages as unread.
    onReadMarks((mark) => {
      if (isInServer(mark)) applyReadMark(client, mark);
    }),
    onLive('server:changed', (server) => {
      updateCached(client, queryKey, (cached) => withServer(cached, server));
      // The event also covers created and deleted channels, without naming them.
      void invalidateAndRefetch(client, { queryKey: channelsQuery(server.id).queryKey });
      // A page of a server outside the list shows what was fetched on its own.
      void client.invalidateQueries({
        queryKey: queryOf(getServer, { id: server.id }).queryKey,
        exact: true,
      });
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
    onLive('attention:changed', () => void refreshAttention(client)),
    onLive('read-marks:changed', ({ marks }) => {
      if (marks === null) refetch();
      for (const mark of (marks ?? []).filter(isInServer)) applyForeignMark(client, mark, sums.request);
    }),
    onLive('channel:activity', ({ serverId, channels }) => {
      const key = channelsQuery(serverId).queryKey;
      if (client.getQueryData(key) === undefined) {
        const isCounted = channels.some(
          ({ channelId, userIds }) =>
            !isMutedIn(client, serverId, channelId) && areCounted(client, userIds) !== false,
        );
        if (isCounted) updateCached(client, queryKey, (cached) => withUnreadIncrement(cached, serverId));
        return;
      }
      updateCached(client, key, (cached) =>
        channels.reduce(
          (all, { channelId, lastSeq, userIds }) =>
            withActivity(all, channelId, lastSeq, areCounted(client, userIds) === true),
          cached,
        ),
      );
      updateUnreadSums(client, serverId);
      if (channels.some(({ userIds }) => areCounted(client, userIds) === undefined)) counts.request();
    }),
    onLive('mention', ({ serverId, channelId, parentId, seq, userId }) => {
      // The member follows the thread, whose unread messages are counted.
      if (serverId === null || parentId !== undefined) return;
      if (areCounted(client, userId === undefined ? undefined : [userId]) === false) return;
      const key = channelsQuery(serverId).queryKey;
      if (client.getQueryData(key) === undefined) {
        if (isMutedIn(client, serverId, channelId)) return;
        updateCached(client, queryKey, (cached) => withServerMention(cached, serverId));
        return;
      }
      updateCached(client, key, (cached) => withMention(cached, channelId, seq));
      updateUnreadSums(client, serverId);
    }),
    onLive('slow-mode:started', ({ serverId, channelId, until }) =>
      updateCached(client, channelsQuery(serverId).queryKey, (cached) =>
        withSlowMode(cached, channelId, until),
      ),
    ),
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
  );
  const refetchIfVisible = () => {
    // Events may have been lost while the browser suspended the page.
    if (document.visibilityState === 'visible') refetch();
  };
  document.addEventListener('visibilitychange', refetchIfVisible);
  return () => {
    document.removeEventListener('visibilitychange', refetchIfVisible);
    end();
  };
}

/** Keeps the member's servers live. Use it only once: some events increment counts. */
export function useLiveDimensions(): void {
  const client = useQueryClient();
  const attention = useAttention();
  // Hidden members decide what counts.
  useHiddenMembers();
  useEffect(() => {
    if (!attention) return;
    // A choice changes which of the known channels count.
    for (const { id } of client.getQueryData(serversQuery.queryKey) ?? []) updateUnreadSums(client, id);
  }, [client, attention]);
  useEffect(() => {
    startLive();
    const stop = subscribe(client);
    // Data fetched before the subscription may be outdated.
    void invalidateAndRefetch(client, { queryKey: addressOf(listServers) });
    return stop;
  }, [client]);
}
