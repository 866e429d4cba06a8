import { listPins, type MessageView, pinMessage, unpinMessage } from '@oniverse/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fetchPageOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { updateCached } from '../../../api/update-cached.js';
import { endAll, onLive } from '../../../live/live.js';
import { applyToChannel, useLog, withoutAuthor } from '../log/index.js';

type Pins = MessageView[];

const pinsQuery = (channelId: string) =>
  queryOptions({
    queryKey: queryOf(listPins, { id: channelId }).queryKey,
    queryFn: async ({ signal }) => {
      const pins: Pins = [];
      let cursor: string | undefined;
      do {
        const page = await fetchPageOf(listPins, { id: channelId }, signal, cursor);
        pins.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return pins;
    },
    staleTime: Infinity,
    gcTime: 0,
  });

const withoutPin = (pins: Pins, seq: number): Pins => pins.filter((pin) => pin.seq !== seq);

/** Applies a new version of a message to the pinned ones, the last pinned first. */
function withVersion(pins: Pins, message: MessageView): Pins {
  const known = pins.find(({ seq }) => seq === message.seq);
  if (known && known.rev >= message.rev) return pins;
  if (message.pinnedAt === undefined) return known ? withoutPin(pins, message.seq) : pins;
  return known ? pins.map((pin) => (pin === known ? message : pin)) : [message, ...pins];
}

/**
 * Follows the pinned messages of a channel that is open. Changes arrive as those of its messages, and everything is
 * fetched again when the channel asks for what it missed, for example after a reconnect.
 */
export function usePins(channelId: string) {
  const client = useQueryClient();
  const epoch = useLog(({ channels }) => channels[channelId]?.epoch ?? 0);
  const [closedEpoch] = useState(epoch);
  /** Whether live events of the channel arrive. */
  const isOpen = epoch !== closedEpoch;
  const fetchedEpoch = useRef(closedEpoch);
  const pins = useQuery({ ...pinsQuery(channelId), enabled: isOpen });
  useEffect(() => {
    const isFirst = fetchedEpoch.current === closedEpoch;
    if (fetchedEpoch.current === epoch) return;
    fetchedEpoch.current = epoch;
    if (!isFirst) void invalidateAndRefetch(client, { queryKey: pinsQuery(channelId).queryKey, exact: true });
  }, [client, channelId, epoch, closedEpoch]);
  useEffect(() => {
    const update = (place: string, change: (pins: Pins) => Pins) => {
      if (place === channelId) updateCached(client, pinsQuery(channelId).queryKey, change);
    };
    return endAll(
      onLive('message:edited', (message) =>
        update(message.channelId, (known) => withVersion(known, message)),
      ),
      onLive('message:deleted', ({ channelId: place, seq }) =>
        update(place, (known) => withoutPin(known, seq)),
      ),
      onLive('author:removed', ({ channelId: place, userId }) =>
        update(place, (known) => known.map((pin) => (pin.userId === userId ? withoutAuthor(pin) : pin))),
      ),
    );
  }, [client, channelId]);
  return pins;
}

/** Pins or unpins a message. Its answer may arrive before the live event. */
export function usePinning({ id, channelId }: MessageView) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (isPinned: boolean) => send(isPinned ? pinMessage : unpinMessage, { id }),
    onSuccess: (message) => {
      applyToChannel(channelId, { type: 'acknowledged', message });
      updateCached(client, pinsQuery(channelId).queryKey, (pins) => withVersion(pins, message));
    },
  });
}
