import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/shallow';
import type { MessageView } from '@oniverse/contracts';
import { type Row, rowsOf, type UnreadLine } from './message-rows.js';
import { hasOlder, UNKNOWN_CHANNEL } from './messages.reducer.js';
import { type OlderState, useMessages } from './messages.store.js';
import { openChannel } from './messages.sync.js';

/** A ring is drawn for this long after a message came. */
const RING_MS = 2_800;

/** What a conversation shows. */
export interface Conversation {
  ready: boolean;
  rows: readonly Row[];
  messages: readonly MessageView[];
  hasOlder: boolean;
  older: OlderState;
  /** What the server said where it will not open the channel. */
  refusal: string | undefined;
  /** The `seq` of what has just come live. */
  arrived: readonly number[];
}

/**
 * Subscribes to a channel for as long as the component is there, and reads its state.
 * @param line where the unread part begins, for one who has a part to read
 */
export function useConversation(channelId: string, line?: UnreadLine): Conversation {
  useEffect(() => openChannel(channelId), [channelId]);
  const channel = useMessages((state) => state.channels[channelId] ?? UNKNOWN_CHANNEL);
  const older = useMessages((state) => state.older[channelId] ?? 'idle');
  const refusal = useMessages((state) => state.refusals[channelId]);
  const echoes = useMessages(
    useShallow((state) => state.outbox.filter((entry) => entry.channelId === channelId)),
  );
  const { messages, ready } = channel;
  const { after, me } = line ?? {};
  const rows = useMemo(
    () => rowsOf(messages, echoes, after === undefined || me === undefined ? undefined : { after, me }),
    [messages, echoes, after, me],
  );
  const arrived = useWhileFresh(channel.arrived);
  return { ready, rows, messages, hasOlder: hasOlder(channel), older, refusal, arrived };
}

const NONE: readonly number[] = [];

/** What has arrived, for as long as its ring is drawn. */
function useWhileFresh(arrived: readonly number[]): readonly number[] {
  const [faded, setFaded] = useState(arrived);
  useEffect(() => {
    if (arrived.length === 0) return undefined;
    const timer = setTimeout(() => setFaded(arrived), RING_MS);
    return () => clearTimeout(timer);
  }, [arrived]);
  return faded === arrived ? NONE : arrived;
}
