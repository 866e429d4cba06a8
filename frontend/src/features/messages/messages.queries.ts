import { LIMITS, messageSchema } from '@oniverse/contracts';
import * as v from 'valibot';
import { http } from '../../api/http.js';
import { parse } from '../../api/parse.js';
import { hasNewer, hasOlder, newestLoaded, oldestLoaded } from './messages.state.js';
import { applyToChannel, getChannel, setPageState, type Side, useMessages } from './messages.store.js';

const pageSchema = v.array(messageSchema);

interface PageQuery {
  channelId: string;
  /** At most one page per side loads at a time. */
  side: Side;
  type: Side | 'replaced';
  range: { before: number } | { after: number };
}

async function loadPage({ channelId, side, type, range }: PageQuery): Promise<void> {
  if (useMessages.getState()[side][channelId] === 'loading') return;
  const { epoch, messages: loaded } = getChannel(channelId);
  setPageState(channelId, side, 'loading');
  try {
    const query = new URLSearchParams({ limit: String(LIMITS.page.max) });
    for (const [name, seq] of Object.entries(range)) query.set(name, String(seq));
    const messages = parse(pageSchema, await http(`/api/channels/${channelId}/messages?${query.toString()}`));
    applyToChannel(channelId, { type, epoch, messages });
    // A page without new messages counts as failed, so that it is not requested in a loop.
    setPageState(channelId, side, getChannel(channelId).messages === loaded ? 'failed' : 'idle');
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
