import {
  type ChannelFileFilter,
  listChannelFiles,
  messageAddressesOf,
  type MessageView,
} from '@oniverse/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { listOf } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { endAll, onLive } from '../../../live/live.js';
import { downloadObject } from '../../../objects/download-object.js';
import { useLog } from '../log/index.js';

const filesQuery = (channelId: string, kind: ChannelFileFilter) => ({
  ...listOf(listChannelFiles, { id: channelId, query: { kind } }, 0),
  gcTime: 0,
});

/** Whether a message is, or may be, in one of the lists. A change of its thread may be one of the thread's files. */
const mayBeListed = ({ attachments, content, thread }: MessageView): boolean =>
  attachments !== undefined || thread !== undefined || messageAddressesOf(content).length > 0;

/**
 * Lists the messages with files of a channel that is open, and fetches them again after a change and when the channel asks
 * for what it missed, for example after a reconnect.
 */
export function useChannelFiles(channelId: string, kind: ChannelFileFilter) {
  const client = useQueryClient();
  const list = useInfiniteQuery(filesQuery(channelId, kind));
  const { data } = list;
  const messages = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const epoch = useLog(({ channels }) => channels[channelId]?.epoch ?? 0);
  const fetchedEpoch = useRef(epoch);
  const listedIds = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    listedIds.current = new Set(messages?.map(({ id }) => id));
  }, [messages]);
  useEffect(() => {
    const { queryKey } = filesQuery(channelId, kind);
    const refetch = () => void invalidateAndRefetch(client, { queryKey, exact: true });
    if (fetchedEpoch.current !== epoch) {
      fetchedEpoch.current = epoch;
      refetch();
    }
    return endAll(
      onLive('messages:created', ({ channelId: place, messages: created }) => {
        if (place === channelId && created.some(mayBeListed)) refetch();
      }),
      onLive('message:edited', (message) => {
        const isListed = listedIds.current.has(message.id);
        if (isListed || (message.channelId === channelId && mayBeListed(message))) refetch();
      }),
      onLive('message:deleted', ({ id, channelId: place, thread }) => {
        if (listedIds.current.has(id) || (place === channelId && thread)) refetch();
      }),
      onLive('author:removed', refetch),
      onLive('thread:deleted', refetch),
    );
  }, [client, channelId, kind, epoch]);
  return { ...list, messages };
}

/** Saves a file of a message. */
export const useDownload = () =>
  useMutation({
    mutationFn: async ({ path, name }: { path: string; name: string }) => downloadObject(path, name),
  });
