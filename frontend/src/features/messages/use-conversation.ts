import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/shallow';
import type { MessageView } from '@oniverse/contracts';
import { type Row, rowsOf, type UnreadLine } from './message-rows.js';
import { loadAround } from './messages.queries.js';
import {
  type ChannelState,
  hasNewer,
  hasOlder,
  newestHeld,
  oldestHeld,
  UNKNOWN_CHANNEL,
} from './messages.state.js';
import { type PageState, useMessages } from './messages.store.js';
import { openChannel } from './messages.sync.js';

/** A ring is drawn for this long after a message came. */
const RING_MS = 2_800;

/** What a conversation shows. */
export interface Conversation {
  ready: boolean;
  rows: readonly Row[];
  messages: readonly MessageView[];
  /** The newest `seq` that is known, in view or not. */
  newest: number;
  hasOlder: boolean;
  hasNewer: boolean;
  older: PageState;
  newer: PageState;
  /** Which stretch of the channel is shown: another one begins with another place to be at. */
  stretch: number;
  /** The nonce of what one has said last, while it is on its way. */
  ownLatest: string | undefined;
  /** What the server said where it will not open the channel. */
  refusal: string | undefined;
  /** What has just come live. */
  arrived: readonly MessageView[];
}

interface Opening {
  channelId: string;
  /** Where the unread part begins, for one who has a part to read. */
  line: Omit<UnreadLine, 'beyond'> | undefined;
  /** The `seq` of the message that is gone to instead. */
  named: number | undefined;
}

/** Subscribes to a channel for as long as the component is there, and reads its state. */
export function useConversation({ channelId, line, named }: Opening): Conversation {
  useEffect(() => openChannel(channelId), [channelId]);
  const channel = useMessages((state) => state.channels[channelId] ?? UNKNOWN_CHANNEL);
  const older = useMessages((state) => state.older[channelId] ?? 'idle');
  const newer = useMessages((state) => state.newer[channelId] ?? 'idle');
  const refusal = useMessages((state) => state.refusals[channelId]);
  const echoes = useMessages(
    useShallow((state) => state.outbox.filter((entry) => entry.channelId === channelId)),
  );
  const { messages } = channel;
  const { after, me } = line ?? {};
  const place = usePlace({ channelId, channel, older, after: named === undefined ? after : undefined });
  const beyond = channel.seq - newestHeld(channel);
  const rows = useMemo(() => {
    if (place === 'behind') return [];
    const unread = after === undefined || me === undefined ? undefined : { after, me, beyond };
    return rowsOf(messages, echoes, unread);
  }, [place, messages, echoes, after, me, beyond]);
  return {
    ready: place === 'there',
    rows,
    messages,
    newest: channel.seq,
    hasOlder: hasOlder(channel),
    hasNewer: hasNewer(channel),
    older,
    newer,
    stretch: channel.stretch,
    ownLatest: echoes.at(-1)?.nonce,
    refusal,
    arrived: useWhileFresh(channel.arrived),
  };
}

interface Place {
  channelId: string;
  channel: ChannelState;
  older: PageState;
  /** The last `seq` that was read; undefined for one who has nothing to go back to. */
  after: number | undefined;
}

/**
 * Fetches the place where one left off, as a conversation is opened of which more came since than is there at first.
 * @returns `there` from when the place is there, or cannot be had; `behind` while it is fetched and nothing else may be
 * shown; `unknown` until the server has said where the channel is
 */
function usePlace({ channelId, channel, older, after }: Place): 'unknown' | 'behind' | 'there' {
  const [epoch] = useState(channel.epoch);
  const [isThere, setThere] = useState(false);
  const isKnown = channel.ready && channel.epoch !== epoch;
  const isBehind = after !== undefined && after < channel.seq && after + 1 < oldestHeld(channel);
  if (!isThere && isKnown && (!isBehind || older === 'failed')) setThere(true);
  useEffect(() => {
    if (!isThere && isKnown && isBehind && older === 'idle') void loadAround(channelId, after + 1);
  }, [isThere, isKnown, isBehind, older, channelId, after]);
  if (isThere) return 'there';
  return isBehind ? 'behind' : 'unknown';
}

const NONE: readonly MessageView[] = [];

/** What has arrived, for as long as its ring is drawn. */
function useWhileFresh(arrived: readonly MessageView[]): readonly MessageView[] {
  const [faded, setFaded] = useState(arrived);
  useEffect(() => {
    if (arrived.length === 0) return undefined;
    const timer = setTimeout(() => setFaded(arrived), RING_MS);
    return () => clearTimeout(timer);
  }, [arrived]);
  return faded === arrived ? NONE : arrived;
}
