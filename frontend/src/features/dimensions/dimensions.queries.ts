import { type ChannelView, type OkAnswer, SERVER_ROLES, type ServerView } from '@oniverse/contracts';
import {
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import {
  type Guard,
  isFlag,
  isListOf,
  isNullable,
  isNumber,
  isOneOf,
  isShape,
  isText,
  parse,
} from '../../api/guards.js';
import { http, serverMessageOf } from '../../api/http.js';
import { typedQuery } from '../../api/query-client.js';
import type { SessionState } from '../../session/session.js';
import { showToast } from '../../ui/toast-store.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const isServer = isShape<ServerView>({
  id: isText,
  ownerId: isText,
  name: isText,
  description: isNullable(isText),
  isPublic: isFlag,
  memberCount: isNumber,
  membership: isNullable(isShape<NonNullable<ServerView['membership']>>({ role: isOneOf(SERVER_ROLES) })),
  unreadCount: isNumber,
  mentionCount: isNumber,
  createdAt: isText,
  updatedAt: isText,
});
const isChannel = isShape<ChannelView>({
  id: isText,
  serverId: isText,
  name: isText,
  description: isNullable(isText),
  isDefault: isFlag,
  lastSeq: isNumber,
  readSeq: isNumber,
  unreadCount: isNumber,
  mentionCount: isNumber,
  createdAt: isText,
  updatedAt: isText,
});
const isTrue: Guard<true> = (value) => value === true;
const isOk = isShape<OkAnswer>({ ok: isTrue });

/** The public servers and the member's own private ones. */
export const serversQuery = queryOptions({
  queryKey: ['/api', 'servers'] as const,
  queryFn: typedQuery(isListOf(isServer)),
});

const channelsQuery = (serverId: string) =>
  queryOptions({
    queryKey: ['/api', 'servers', serverId, 'channels'] as const,
    queryFn: typedQuery(isListOf(isChannel)),
  });

/** The servers that a member sees; a visitor does not ask. */
export const useServers = ({ status }: SessionState) =>
  useQuery({ ...serversQuery, enabled: status === 'member' });

/** The channels of a server. */
export const useChannels = (serverId: string) => useQuery(channelsQuery(serverId));

/** Puts a server's new state in its place in the list. */
function putServer(client: QueryClient, server: ServerView): void {
  client.setQueryData(serversQuery.queryKey, (servers) =>
    servers?.map((held) => (held.id === server.id ? server : held)),
  );
}

function showFailure(title: string, error: Error): void {
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
    onSuccess: (server) => putServer(client, server),
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
