import {
  getServer,
  joinServer,
  leaveServer,
  LIMITS,
  listChannels,
  listMembers,
  listServers,
  type ServerView,
} from '@oniverse/contracts';
import { queryOptions, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, isQueryOf, queryOf, send } from '../../../api/calls.js';
import { HttpError } from '../../../api/http.js';
import type { SessionState } from '../../../session/session.js';
import { showFailure } from '../../../ui/show-failure.js';
import { withServer } from './dimensions.changes.js';
import { DIMENSIONS_TEXTS, type ServerKind } from './dimensions.texts.js';
import { withReadMark } from '../log/index.js';

/** Whether the answer means that the dimension does not exist, as opposed to a temporary failure. */
export const isGone = (error: Error): boolean =>
  error instanceof HttpError && error.status < 500 && error.status !== 429;

/** The member's servers and the largest public ones. */
export const serversQuery = queryOf(listServers);

/** Formats the number of servers of a kind, such as `100+`: the list has only the largest public ones. */
export function formatCount(servers: readonly ServerView[], kind: ServerKind): string {
  const count = servers.filter(({ isPublic }) => isPublic === (kind === 'public')).length;
  return kind === 'public' && count >= LIMITS.largestServers ? `${count}+` : `${count}`;
}

export const channelsQuery = (id: string) =>
  queryOptions({
    queryKey: queryOf(listChannels, { id }).queryKey,
    queryFn: async ({ signal }) => (await send(listChannels, { id }, signal)).map(withReadMark),
  });

export const useServers = ({ status }: SessionState) =>
  useQuery({ ...serversQuery, enabled: status === 'member' });

/**
 * Returns the server that the address selects, from the list or fetched on its own. A server that leaves the list, such
 * as a public one that the member left, stays unchanged until it is fetched.
 */
export function useSelectedServer(servers: readonly ServerView[] | undefined, serverId: string | undefined) {
  const listed = servers?.find(({ id }) => id === serverId);
  const [last, setLast] = useState(listed);
  if (listed && listed !== last) setLast(listed);
  const isUnlisted = servers !== undefined && serverId !== undefined && !listed;
  const query = queryOf(getServer, { id: serverId ?? '' });
  const { data, error, refetch } = useQuery({ ...query, enabled: isUnlisted });
  if (!isUnlisted) return { selected: listed, error: null, refetch };
  const fetched = data ?? (last?.id === serverId ? last : undefined);
  return { selected: error ? undefined : fetched, error, refetch };
}

export const useChannels = (serverId: string) => useQuery(channelsQuery(serverId));

/** Whether a query is a server's member list and not a member search. */
export const isMemberListQuery = isQueryOf(listMembers);

const JOIN_KEY = ['join'] as const;

export function useJoin() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: JOIN_KEY,
    mutationFn: async (id: string) => send(joinServer, { id }),
    onSuccess: (server: ServerView) => {
      client.setQueryData(serversQuery.queryKey, (servers) => servers && withServer(servers, server));
      // Joining marks existing messages as read, so the channels are fetched again.
      void client.invalidateQueries({ queryKey: addressOf(getServer, { id: server.id }) });
    },
    onError: (error) => showFailure(DIMENSIONS_TEXTS.joinFailed, error),
  });
}

/** Whether a join of the server is running, started anywhere on the page. */
export const useIsJoining = (serverId: string): boolean =>
  useIsMutating({ mutationKey: JOIN_KEY, predicate: ({ state }) => state.variables === serverId }) > 0;

export function useLeave(id: string, onLeft: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => send(leaveServer, { id }),
    onSuccess: async () => {
      onLeft();
      await client.invalidateQueries({ queryKey: addressOf(listServers) });
    },
    onError: (error) => showFailure(DIMENSIONS_TEXTS.leaveFailed, error),
  });
}
