import { deleteOwnHeldMessage, LIMITS, listOwnHeldMessages, type OwnHeldMessage } from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { addressOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { showFailure } from '../../../ui/show-failure.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

/** The first page of the reader's held messages, newest first. It has those of all channels. */
const heldQuery = queryOf(listOwnHeldMessages, { query: { limit: LIMITS.page.max } });
const queryKey = addressOf(listOwnHeldMessages);
const NOTHING_HELD: readonly OwnHeldMessage[] = [];

/** Keeps held messages in sync with what staff decide, and with the member's other devices. */
export function useFollowHeldMessages(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => void invalidateAndRefetch(client, { queryKey });
    return endAll(
      onLive('held-messages:changed', refetch),
      // The first connect follows the first fetch.
      onConnected(() => {
        if (client.getQueryData(heldQuery.queryKey) !== undefined) refetch();
      }),
      // Hints that arrive from now on are missed.
      () => void client.invalidateQueries({ queryKey, refetchType: 'none' }),
    );
  }, [client]);
}

/**
 * Returns the reader's messages in a talk that staff have not released, oldest first.
 * @param talkId the channel or thread; for a thread that is not known, the message that starts it
 */
export function useHeldMessages(talkId: string): readonly OwnHeldMessage[] {
  const { data = NOTHING_HELD } = useQuery(heldQuery);
  return useMemo(() => {
    const here = data.filter(({ channelId, threadOf }) => channelId === talkId || threadOf === talkId);
    return here.length === 0 ? NOTHING_HELD : here.toReversed();
  }, [data, talkId]);
}

/** Withdraws a held message, or dismisses a declined one. */
export function useDeleteHeld() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => send(deleteOwnHeldMessage, { id }),
    onError: (error) => showFailure(MESSAGE_TEXTS.held.failed, error),
    onSettled: () => void invalidateAndRefetch(client, { queryKey }),
  });
}
