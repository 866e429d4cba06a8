import {
  advanceReadMark,
  type AttentionLevel,
  type AttentionView,
  type ChannelAttentionChoice,
  getAttention,
  listServers,
  markServerRead,
  setChannelAttention,
  setServerAttention,
} from '@oniverse/contracts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { showChange } from '../../../api/show-change.js';
import { showFailure } from '../../../ui/show-failure.js';
import { ATTENTION_TEXTS } from './attention.texts.js';
import { withChannelLevel, withServerLevel } from './levels.js';

export const attentionQuery = queryOf(getAttention);

export const useAttention = () => useQuery(attentionQuery).data;

/** Fetches the levels, and the unread sums, which leave out muted channels. */
export async function refreshAttention(client: QueryClient): Promise<void> {
  await Promise.all([
    invalidateAndRefetch(client, { queryKey: attentionQuery.queryKey, exact: true }),
    invalidateAndRefetch(client, { queryKey: queryOf(listServers).queryKey, exact: true }),
  ]);
}

/** A dimension, as the levels name it. */
export interface Place {
  serverId: string;
  serverName: string;
  isPublic: boolean;
}

export interface ChannelPlace extends Place {
  channelId: string;
  channelName: string;
}

/** Shows a change of the levels at once, one after another, and fetches them when it is stored or refused. */
function useChange<L>(
  store: (level: L) => Promise<unknown>,
  apply: (attention: AttentionView, level: L) => AttentionView,
) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'attention' },
    onMutate: (level: L) => showChange(client, attentionQuery.queryKey, (now) => apply(now, level)),
    mutationFn: store,
    onError: (error, _level, takeBack) => {
      takeBack?.();
      showFailure(ATTENTION_TEXTS.failed, error);
    },
    onSettled: async () => refreshAttention(client),
  });
}

export const useSetServerLevel = (place: Place) =>
  useChange<AttentionLevel>(
    async (level) => send(setServerAttention, { id: place.serverId, body: { level } }),
    (attention, level) => withServerLevel(attention, { ...place, level }),
  );

export const useSetChannelLevel = (place: ChannelPlace) =>
  useChange<ChannelAttentionChoice>(
    async (level) => send(setChannelAttention, { id: place.channelId, body: { level } }),
    (attention, level) => withChannelLevel(attention, { ...place, level }),
  );

/** How often the member marked channels as read by a menu, which ends the way to mentions in the open one. */
export const useMarkings = create(() => ({ count: 0 }));

/** Marks channels as read. The server publishes which ones, also to this page. */
function useMark(mark: () => Promise<unknown>) {
  return useMutation({
    mutationFn: mark,
    onSuccess: () => useMarkings.setState(({ count }) => ({ count: count + 1 })),
    onError: (error) => showFailure(ATTENTION_TEXTS.markFailed, error),
  });
}

export const useMarkChannelRead = (id: string, seq: number) =>
  useMark(async () => send(advanceReadMark, { id, body: { seq } }));

export const useMarkServerRead = (id: string) => useMark(async () => send(markServerRead, { id }));
