import type { ServerView } from '@oniverse/contracts';
import {
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
} from '@tanstack/react-query';
import { isListOf, parse } from '../../api/guards.js';
import { http, serverMessageOf } from '../../api/http.js';
import { typedQuery } from '../../api/query-client.js';
import type { SessionState } from '../../session/session.js';
import { showToast } from '../../ui/toast-store.js';
import { withServer } from './dimensions.changes.js';
import { isChannel, isOk, isServer } from './dimensions.guards.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { withReadHere } from './read-marks.js';

/** The public servers and the member's own private ones. */
export const serversQuery = queryOptions({
  queryKey: ['/api', 'servers'] as const,
  queryFn: typedQuery(isListOf(isServer)),
});

/** The channels of a server, with what the member has not read of them. */
export const channelsQuery = (serverId: string) =>
  queryOptions({
    queryKey: ['/api', 'servers', serverId, 'channels'] as const,
    queryFn: async (context) => withReadHere(await typedQuery(isListOf(isChannel))(context)),
  });

/** The servers that a member sees; a visitor does not ask. */
export const useServers = ({ status }: SessionState) =>
  useQuery({ ...serversQuery, enabled: status === 'member' });

/** The channels of a server. */
export const useChannels = (serverId: string) => useQuery(channelsQuery(serverId));

/** Whether a query is that of a server's members, and not of some that were looked for. */
export const isMembersKey = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  queryKey[3] === 'members' && queryKey.length === 4;

/** Says in a toast that something did not work, and what the server said of it. */
export function showFailure(title: string, error: Error): void {
  const description = serverMessageOf(error) ?? DIMENSIONS_TEXTS.unreachable;
  showToast({ title, description, variant: 'destructive' });
}

const JOIN_KEY = ['join'] as const;

/** Joins a public server; its new state takes its place in the list. */
export function useJoin() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: JOIN_KEY,
    mutationFn: async (serverId: string) =>
      parse(isServer, await http(`/api/servers/${serverId}/join`, { method: 'POST' })),
    onSuccess: (server: ServerView) => {
      client.setQueryData(serversQuery.queryKey, (servers) => servers && withServer(servers, server));
      // What was there when one joined is read.
      void client.invalidateQueries({ queryKey: [...serversQuery.queryKey, server.id] });
    },
    onError: (error) => showFailure(DIMENSIONS_TEXTS.joinFailed, error),
  });
}

/** Whether a server is being joined just now, from wherever. */
export const useIsJoining = (serverId: string): boolean =>
  useIsMutating({ mutationKey: JOIN_KEY, predicate: ({ state }) => state.variables === serverId }) > 0;

/** Leaves a server; the list is fetched anew. */
export function useLeave(serverId: string, onLeft: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => parse(isOk, await http(`/api/servers/${serverId}/leave`, { method: 'POST' })),
    onSuccess: async () => {
      onLeft();
      await client.invalidateQueries({ queryKey: serversQuery.queryKey, exact: true });
    },
    onError: (error) => showFailure(DIMENSIONS_TEXTS.leaveFailed, error),
  });
}
