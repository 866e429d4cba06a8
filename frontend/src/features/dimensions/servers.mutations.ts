import type {
  ChannelView,
  CreateChannelBody,
  CreateInviteBody,
  CreateServerBody,
  ServerView,
} from '@oniverse/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { parse } from '../../api/guards.js';
import { http } from '../../api/http.js';
import { typedQuery } from '../../api/query-client.js';
import { withoutServer, withServer } from './dimensions.changes.js';
import { isChannel, isInvite, isOk, isPreview, isServer } from './dimensions.guards.js';
import { channelsQuery, serversQuery } from './dimensions.queries.js';

function usePutServer() {
  const client = useQueryClient();
  return (server: ServerView) =>
    client.setQueryData(serversQuery.queryKey, (held) => held && withServer(held, server));
}

/** Makes a private server, whose owner the member is. */
export function useCreateServer() {
  const put = usePutServer();
  return useMutation({
    mutationFn: async (body: CreateServerBody) =>
      parse(isServer, await http('/api/servers', { method: 'POST', body })),
    onSuccess: put,
  });
}

/** Names or describes a server otherwise. */
export function useUpdateServer(serverId: string) {
  const put = usePutServer();
  return useMutation({
    mutationFn: async (body: CreateServerBody) =>
      parse(isServer, await http(`/api/servers/${serverId}`, { method: 'PATCH', body })),
    onSuccess: put,
  });
}

/** Deletes a server with all that was said in it. */
export function useDeleteServer(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => parse(isOk, await http(`/api/servers/${serverId}`, { method: 'DELETE' })),
    onSuccess: () =>
      client.setQueryData(serversQuery.queryKey, (held) => held && withoutServer(held, serverId)),
  });
}

/** Makes a channel, or changes the one that is named. */
export function useSaveChannel(serverId: string, channelId?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateChannelBody): Promise<ChannelView> =>
      parse(
        isChannel,
        channelId === undefined
          ? await http(`/api/servers/${serverId}/channels`, { method: 'POST', body })
          : await http(`/api/channels/${channelId}`, { method: 'PATCH', body }),
      ),
    onSuccess: async () => client.invalidateQueries({ queryKey: channelsQuery(serverId).queryKey }),
  });
}

/** Deletes a channel with all that was said in it. */
export function useDeleteChannel(serverId: string, channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => parse(isOk, await http(`/api/channels/${channelId}`, { method: 'DELETE' })),
    onSuccess: async () => client.invalidateQueries({ queryKey: channelsQuery(serverId).queryKey }),
  });
}

/** Makes an invite; its code is shown this once. */
export const useCreateInvite = (serverId: string) =>
  useMutation({
    mutationFn: async (body: CreateInviteBody) =>
      parse(isInvite, await http(`/api/servers/${serverId}/invites`, { method: 'POST', body })),
  });

/** Takes an invite back. */
export const useRevokeInvite = () =>
  useMutation({
    mutationFn: async (code: string) => parse(isOk, await http(`/api/invites/${code}`, { method: 'DELETE' })),
  });

/** Where an invite leads. */
export const previewQuery = (code: string) =>
  queryOptions({
    queryKey: ['/api', 'invites', code] as const,
    queryFn: typedQuery(isPreview),
    // It may be used up or revoked at any time.
    gcTime: 0,
  });

/** Takes an invite up. */
export function useAcceptInvite(code: string) {
  const client = useQueryClient();
  const put = usePutServer();
  return useMutation({
    mutationFn: async () => parse(isServer, await http(`/api/invites/${code}/accept`, { method: 'POST' })),
    onSuccess: async (server) => {
      put(server);
      await client.invalidateQueries({ queryKey: [...serversQuery.queryKey, server.id] });
    },
  });
}
