import { useEffect, useMemo, useState } from 'react';
import type { MessageView } from '@oniverse/contracts';
import { useToday } from '../../../ui/now.js';
import { type Row, buildRows, type Folding, type UnreadStart } from './message-rows.js';
import {
  type ChannelState,
  EMPTY_CHANNEL,
  hasNewer,
  hasOlder,
  loadAround,
  newestLoaded,
  oldestLoaded,
  openChannel,
  type PageState,
  shownMessages,
  useLog,
  useEditsAndDeletions,
} from '../log/index.js';
import { useHeldMessages } from './held-messages.queries.js';
import { usePendingMessages } from './pending-messages.js';

/** How long a new message, or the target of a jump, is highlighted. */
export const HIGHLIGHT_MS = 2_800;

export interface Conversation {
  ready: boolean;
  rows: readonly Row[];
  messages: readonly MessageView[];
  /** The first `seq` that the channel has, loaded or not. */
  first: number;
  /** The newest known `seq`, loaded or not. */
  newest: number;
  hasOlder: boolean;
  hasNewer: boolean;
  older: PageState;
  newer: PageState;
  /** The number of the segment. A new segment has its own scroll position. */
  segment: number;
  lastPendingNonce: string | undefined;
  refusal: string | undefined;
  arrived: readonly MessageView[];
}

interface ConversationOptions {
  channelId: string;
  line: Omit<UnreadStart, 'notLoaded'> | undefined;
  /** Must be the same object until it changes. Undefined until it is known what to fold: nothing is shown until then. */
  folding: Folding | undefined;
  /** The `seq` of a message to open instead of the first unread one. */
  targetSeq: number | undefined;
  /** Whether a row stands before the first message. */
  hasStart: boolean;
}

const START: Row = { kind: 'start', key: 'start' };

/** Opens a channel while the component is mounted, and returns the conversation. */
export function useConversation(options: ConversationOptions): Conversation {
  const { channelId, line, folding, targetSeq, hasStart } = options;
  useEffect(() => openChannel(channelId), [channelId]);
  const channel = useLog((state) => state.channels[channelId] ?? EMPTY_CHANNEL);
  const older = useLog((state) => state.older[channelId] ?? 'idle');
  const newer = useLog((state) => state.newer[channelId] ?? 'idle');
  const refusal = useLog((state) => state.refusals[channelId]);
  const pending = usePendingMessages(channelId);
  const held = useHeldMessages(channelId);
  const changes = useEditsAndDeletions();
  const messages = useMemo(() => shownMessages(channel.messages, changes), [channel.messages, changes]);
  // What expired unread is no longer there to read.
  const after = line && Math.max(line.after, channel.firstSeq - 1);
  const me = line?.me;
  const start = useStartPosition({
    channelId,
    channel,
    older,
    after: targetSeq === undefined ? after : undefined,
  });
  const notLoaded = channel.seq - newestLoaded(channel);
  const today = useToday();
  const showsStart = hasStart && start === 'ready' && !hasOlder(channel);
  const rows = useMemo(() => {
    if (start === 'loading' || folding === undefined) return [];
    const unread = after === undefined || me === undefined ? undefined : { after, me, notLoaded };
    const built = buildRows(messages, pending, unread, new Date(today), folding, held);
    return showsStart ? [START, ...built] : built;
  }, [start, messages, pending, after, me, notLoaded, today, folding, held, showsStart]);
  return {
    ready: start === 'ready' && folding !== undefined,
    rows,
    messages,
    first: channel.firstSeq,
    newest: channel.seq,
    hasOlder: hasOlder(channel),
    hasNewer: hasNewer(channel),
    older,
    newer,
    segment: channel.segment,
    lastPendingNonce: pending.at(-1)?.id,
    refusal,
    arrived: useHighlighted(channel.arrived),
  };
}

interface StartPositionOptions {
  channelId: string;
  channel: ChannelState;
  older: PageState;
  /** The read mark to return to; undefined to start at the end. */
  after: number | undefined;
}

/**
 * Loads the page around the read mark if it lies before the first page.
 * @returns `unknown` until the first answer for the channel; `loading` while the page loads and nothing may be shown;
 * `ready` when the position is loaded or its loading has failed
 */
function useStartPosition(options: StartPositionOptions): 'unknown' | 'loading' | 'ready' {
  const { channelId, channel, older, after } = options;
  const [epoch] = useState(channel.epoch);
  const [isReady, setReady] = useState(false);
  const isKnown = channel.ready && channel.epoch !== epoch;
  const isBehind = after !== undefined && after < channel.seq && after + 1 < oldestLoaded(channel);
  if (!isReady && isKnown && (!isBehind || older === 'failed')) setReady(true);
  useEffect(() => {
    if (!isReady && isKnown && isBehind && older === 'idle') void loadAround(channelId, after + 1);
  }, [isReady, isKnown, isBehind, older, channelId, after]);
  if (isReady) return 'ready';
  return isBehind ? 'loading' : 'unknown';
}

const NO_MESSAGES: readonly MessageView[] = [];

function useHighlighted(arrived: readonly MessageView[]): readonly MessageView[] {
  const [faded, setFaded] = useState(arrived);
  useEffect(() => {
    if (arrived.length === 0) return undefined;
    const timer = setTimeout(() => setFaded(arrived), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [arrived]);
  return faded === arrived ? NO_MESSAGES : arrived;
}
