import {
  acceptInvite,
  type ChannelView,
  createChannel,
  type CreateChannelBody,
  createInvite,
  type CreateInviteBody,
  createServer,
  type CreateServerBody,
  deleteChannel,
  deleteServer,
  getServer,
  previewInvite,
  type ServerView,
  updateChannel,
  type UpdateChannelBody,
  updateServer,
  type UpdateServerBody,
} from '@oniverse/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, queryOf, send } from '../../../api/calls.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { withoutServer, withServer } from './dimensions.changes.js';
import { channelsQuery, serversQuery } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { useRefreshInvites } from './staff.queries.js';

function useServerCacheUpdate() {
  const client = useQueryClient();
  return (server: ServerView) =>
    client.setQueryData(serversQuery.queryKey, (cached) => cached && withServer(cached, server));
}

export function useCreateServer() {
  const put = useServerCacheUpdate();
  return useMutation({
    mutationFn: async (body: CreateServerBody) => send(createServer, { body }),
    onSuccess: put,
    onError: showNoToast,
  });
}

export function useUpdateServer(id: string) {
  const put = useServerCacheUpdate();
  return useMutation({
    mutationFn: async (body: UpdateServerBody) => send(updateServer, { id, body }),
    onSuccess: put,
    onError: showNoToast,
  });
}

export function useDeleteServer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => send(deleteServer, { id }),
    onSuccess: () =>
      client.setQueryData(serversQuery.queryKey, (cached) => cached && withoutServer(cached, id)),
    onError: showNoToast,
  });
}

export function useSaveChannel(serverId: string, channelId?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateChannelBody): Promise<ChannelView> =>
      channelId === undefined
        ? send(createChannel, { id: serverId, body })
        : send(updateChannel, { id: channelId, body }),
    onSuccess: async () => client.invalidateQueries({ queryKey: channelsQuery(serverId).queryKey }),
    onError: showNoToast,
  });
}

/** Changes who reads a channel, who writes in it, and how often. */
export function useUpdateChannel(serverId: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: UpdateChannelBody) => send(updateChannel, { id, body }),
    onSuccess: async () => client.invalidateQueries({ queryKey: channelsQuery(serverId).queryKey }),
    onError: showNoToast,
  });
}

export function useDeleteChannel(serverId: string, channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => send(deleteChannel, { id: channelId }),
    onSuccess: async () => client.invalidateQueries({ queryKey: channelsQuery(serverId).queryKey }),
    onError: showNoToast,
  });
}

/** Creates an invite. Only this answer contains its code. */
export function useCreateInvite(serverId: string) {
  const refresh = useRefreshInvites(serverId);
  return useMutation({
    mutationFn: async (body: CreateInviteBody) => send(createInvite, { id: serverId, body }),
    onSuccess: () => void refresh(),
    onError: showNoToast,
  });
}

/** Not cached, because the invite may be used up or revoked at any time. */
export const previewQuery = (code: string) =>
  queryOptions({ ...queryOf(previewInvite, { code }), gcTime: 0 });

export function useAcceptInvite(code: string) {
  const client = useQueryClient();
  const put = useServerCacheUpdate();
  return useMutation({
    mutationFn: async () => send(acceptInvite, { code }),
    onSuccess: async (server) => {
      put(server);
      await client.invalidateQueries({ queryKey: addressOf(getServer, { id: server.id }) });
    },
    onError: (error) => showFailure(DIMENSIONS_TEXTS.invite.acceptFailed, error),
  });
}
