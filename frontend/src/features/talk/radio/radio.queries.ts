import {
  addRadioTrack,
  createAttachment,
  deleteAttachment,
  deleteRadio,
  deleteRadioTrack,
  getRadio,
  type RadioView,
  setRadio,
  voteToSkip,
} from '@oniverse/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { hintedThrottle } from '../../../live/throttle.js';
import { sendFile } from '../../../objects/send-file.js';
import { lostOr } from '../../../objects/upload-steps.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { askTimed } from './radio-clock.js';
import { type RadioSource, setAudience } from './radio-player.js';

const radioQuery = (channelId: string) =>
  queryOptions({
    queryKey: queryOf(getRadio, { id: channelId }).queryKey,
    queryFn: async ({ signal }) => askTimed(async () => send(getRadio, { id: channelId }, signal)),
    staleTime: Infinity,
  });

/** Follows the radio of a channel: it is fetched again after each change and each reconnect. */
export function useRadio(channelId: string) {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = radioQuery(channelId);
    const { request, stop } = hintedThrottle(
      () => void invalidateAndRefetch(client, { queryKey, exact: true }),
    );
    return endAll(
      stop,
      onLive('radio:changed', (changed) => {
        if (changed.channelId === channelId) request();
      }),
      onConnected(request),
    );
  }, [client, channelId]);
  return useQuery(radioQuery(channelId));
}

/** Returns what a player reads of the radio of a channel. */
export function useRadioSource(channelId: string): RadioSource {
  const client = useQueryClient();
  const read = useCallback(() => client.getQueryData(radioQuery(channelId).queryKey), [client, channelId]);
  const refetch = useCallback(
    () => void invalidateAndRefetch(client, { queryKey: radioQuery(channelId).queryKey, exact: true }),
    [client, channelId],
  );
  return { read, refetch };
}

function useRadioCache(channelId: string) {
  const client = useQueryClient();
  const { queryKey } = radioQuery(channelId);
  return {
    put: (radio: RadioView) => client.setQueryData(queryKey, radio),
    refetch: async () => invalidateAndRefetch(client, { queryKey, exact: true }),
  };
}

/** Sends a file of sound and adds it to a radio. `fraction` is how much of it was sent; null while none is. */
export function useAddTrack(channelId: string) {
  const { refetch } = useRadioCache(channelId);
  const [fraction, setFraction] = useState<number | null>(null);
  const mutation = useMutation({
    mutationFn: async (file: File) => {
      setFraction(0);
      const { name, size } = file;
      const ticket = await send(createAttachment, { body: { name, size } }).catch((error: unknown) => {
        throw lostOr(error);
      });
      const { id: attachmentId } = ticket;
      try {
        await sendFile(file, { ...ticket, size }, { onProgress: setFraction });
        return await send(addRadioTrack, { id: channelId, body: { attachmentId } });
      } catch (error) {
        void send(deleteAttachment, { id: attachmentId }).catch(() => undefined);
        throw error;
      }
    },
    onSuccess: refetch,
    onError: showNoToast,
    onSettled: () => setFraction(null),
  });
  return { ...mutation, fraction };
}

export function useRemoveTrack(channelId: string) {
  const { refetch } = useRadioCache(channelId);
  return useMutation({
    mutationFn: async (trackId: string) => send(deleteRadioTrack, { id: channelId, trackId }),
    onSuccess: refetch,
  });
}

export const useVote = (channelId: string) =>
  useMutation({
    mutationFn: async (trackId: string) => send(voteToSkip, { id: channelId, body: { trackId } }),
    onSuccess: setAudience,
  });

/** Gives a channel a radio, changes its quiet hours, or takes it away: null. */
export function useSetRadio(channelId: string) {
  const { put } = useRadioCache(channelId);
  return useMutation({
    mutationFn: async (hours: Pick<RadioView, 'quietFrom' | 'quietTo'> | null) => {
      if (hours) put(await send(setRadio, { id: channelId, body: hours }));
      else await send(deleteRadio, { id: channelId });
    },
    onError: showNoToast,
  });
}
