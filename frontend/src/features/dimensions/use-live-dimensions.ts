import { type DataTag, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAnew } from '../../api/ask-anew.js';
import { onConnected, onLive, startLive } from '../../live/live.js';
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
  withSomethingUnread,
  withUnreadOf,
} from './dimensions.changes.js';
import { channelsQuery, isMembersKey, serversQuery } from './dimensions.queries.js';
import { membersQuery } from './members.queries.js';
import { askPresence } from './presence.store.js';
import { keepRead, onReadElsewhere, type ReadMark } from './read-marks.js';

/**
 * Changes what is held of an answer. One that is on its way may have been read before this happened: it is asked for
 * once more.
 */
function change<T>(
  client: QueryClient,
  queryKey: DataTag<readonly unknown[], T, Error>,
  apply: (held: T) => T,
): void {
  client.setQueryData<T>(queryKey, (held) => held && apply(held));
  if (client.isFetching({ queryKey, exact: true }) > 0) void askAnew(client, { queryKey, exact: true });
}

/** Brings the sums of a dimension in line with its channels. */
function sumUp(client: QueryClient, serverId: string): void {
  const channels = client.getQueryData(channelsQuery(serverId).queryKey);
  if (!channels) return;
  change(client, serversQuery.queryKey, (held) => withUnreadOf(held, serverId, channels));
}

function applyRead(client: QueryClient, { serverId, channelId, seq }: ReadMark): void {
  change(client, channelsQuery(serverId).queryKey, (held) => withRead(held, channelId, seq));
  sumUp(client, serverId);
}

/** Marks a channel as read, here, on the server and in other tabs. */
export function markRead(client: QueryClient, mark: ReadMark): void {
  const channels = client.getQueryData(channelsQuery(mark.serverId).queryKey);
  const held = channels?.find(({ id }) => id === mark.channelId);
  if (!held || held.readSeq >= mark.seq) return;
  applyRead(client, mark);
  // An answer that came meanwhile may have counted what is read as unread.
  keepRead(mark, () => sumUp(client, mark.serverId));
}

/** Puts what the server tells into what is held of the dimensions. */
function follow(client: QueryClient): () => void {
  const { queryKey } = serversQuery;
  /** Whatever was missed while nobody listened is asked for. */
  const refetch = () => void askAnew(client, { queryKey });
  const ends = [
    onConnected(refetch),
    onReadElsewhere((mark) => applyRead(client, mark)),
    onLive('server:changed', (server) => {
      change(client, queryKey, (held) => withServer(held, server));
      // Its channels may be other ones; nothing else tells of them.
      void askAnew(client, { queryKey: channelsQuery(server.id).queryKey });
      if (server.membership !== undefined) askPresence(server.id);
    }),
    onLive('server:removed', ({ serverId }) => {
      change(client, queryKey, (held) => withoutServer(held, serverId));
      client.removeQueries({ queryKey: [...queryKey, serverId] });
    }),
    onLive('channel:activity', ({ serverId, channels }) => {
      const key = channelsQuery(serverId).queryKey;
      if (client.getQueryData(key) === undefined) {
        change(client, queryKey, (held) => withSomethingUnread(held, serverId));
        return;
      }
      change(client, key, (held) =>
        channels.reduce((all, { channelId, lastSeq }) => withActivity(all, channelId, lastSeq), held),
      );
      sumUp(client, serverId);
    }),
    onLive('mention', ({ serverId, channelId, seq }) => {
      const key = channelsQuery(serverId).queryKey;
      if (client.getQueryData(key) === undefined) {
        change(client, queryKey, (held) => withServerMention(held, serverId));
        return;
      }
      change(client, key, (held) => withMention(held, channelId, seq));
      sumUp(client, serverId);
    }),
    onLive('member:joined', ({ serverId, member, memberCount, updatedAt }) => {
      change(client, queryKey, (held) => withMemberCount(held, serverId, { memberCount, updatedAt }));
      change(client, membersQuery(serverId).queryKey, (held) => withMember(held, member));
    }),
    onLive('member:left', ({ serverId, userId, memberCount, updatedAt }) => {
      change(client, queryKey, (held) => withMemberCount(held, serverId, { memberCount, updatedAt }));
      change(client, membersQuery(serverId).queryKey, (held) => withoutMember(held, userId));
    }),
    onLive('member:changed', (member) => {
      for (const query of client.getQueryCache().findAll({ queryKey, predicate: isMembersKey })) {
        const serverId = String(query.queryKey[2]);
        change(client, membersQuery(serverId).queryKey, (held) => withChangedMember(held, serverId, member));
      }
    }),
  ];
  const look = () => {
    // What was read on another device meanwhile is known to the server alone.
    if (document.visibilityState === 'visible') refetch();
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    for (const end of ends) end();
  };
}

/** Keeps the dimensions live for as long as a page that shows them is there. */
export function useLiveDimensions(isMember: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isMember) return undefined;
    startLive();
    // Between two visits of these pages nobody listened.
    if (client.getQueryData(serversQuery.queryKey)) {
      void client.invalidateQueries({ queryKey: serversQuery.queryKey });
    }
    return follow(client);
  }, [client, isMember]);
}
