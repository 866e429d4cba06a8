import { LIMITS, listMessages } from '@oniverse/contracts';
import { send } from '../../../api/calls.js';
import { hasNewer, hasOlder, newestLoaded, oldestLoaded } from './channel.js';
import { applyToChannel, getChannel, setPageState, type Side, useLog } from './log.store.js';

interface PageQuery {
  channelId: string;
  /** At most one page per side loads at a time. */
  side: Side;
  type: Side | 'replaced';
  range: { before: number } | { after: number };
}

async function loadPage({ channelId, side, type, range }: PageQuery): Promise<void> {
  if (useLog.getState()[side][channelId] === 'loading') return;
  const { epoch, messages: loaded, firstSeq } = getChannel(channelId);
  setPageState(channelId, side, 'loading');
  try {
    const query = { limit: LIMITS.page.max, ...range };
    const messages = await send(listMessages, { id: channelId, query });
    const isFirst = 'before' in range && messages.length < LIMITS.page.max;
    const begins = isFirst && { firstSeq: messages[0]?.seq ?? range.before };
    applyToChannel(channelId, { type, epoch, messages, ...begins });
    const after = getChannel(channelId);
    // A page that says nothing new counts as failed, so that it is not requested in a loop.
    const isUnchanged = after.messages === loaded && after.firstSeq === firstSeq;
    setPageState(channelId, side, isUnchanged ? 'failed' : 'idle');
  } catch (error) {
    console.error('Loading a page of history failed.', error);
    setPageState(channelId, side, 'failed');
  }
}

export async function loadOlder(channelId: string): Promise<void> {
  const state = getChannel(channelId);
  if (!hasOlder(state)) return;
  await loadPage({ channelId, side: 'older', type: 'older', range: { before: oldestLoaded(state) } });
}

export async function loadNewer(channelId: string): Promise<void> {
  const state = getChannel(channelId);
  if (!hasNewer(state)) return;
  await loadPage({ channelId, side: 'newer', type: 'newer', range: { after: newestLoaded(state) } });
}

/** Replaces the loaded messages with the page around `seq`, to jump far back at once. */
export async function loadAround(channelId: string, seq: number): Promise<void> {
  const before = seq + LIMITS.page.max / 2;
  await loadPage({ channelId, side: 'older', type: 'replaced', range: { before } });
}
