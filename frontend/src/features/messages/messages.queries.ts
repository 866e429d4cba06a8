import { LIMITS } from '@oniverse/contracts';
import { isListOf, parse } from '../../api/guards.js';
import { http } from '../../api/http.js';
import { isMessage } from '../../live/payloads.js';
import { hasNewer, hasOlder, newestHeld, oldestHeld } from './messages.state.js';
import { applyToChannel, channelNow, setPage, type Side, useMessages } from './messages.store.js';

const isPage = isListOf(isMessage);

interface PageQuery {
  channelId: string;
  /** Which loading it counts as: of each there is at most one under way. */
  side: Side;
  type: Side | 'placed';
  place: { before: number } | { after: number };
}

async function load({ channelId, side, type, place }: PageQuery): Promise<void> {
  if (useMessages.getState()[side][channelId] === 'loading') return;
  const { epoch, messages: held } = channelNow(channelId);
  setPage(channelId, side, 'loading');
  try {
    const query = new URLSearchParams({ limit: String(LIMITS.page.max) });
    for (const [name, seq] of Object.entries(place)) query.set(name, String(seq));
    const messages = parse(isPage, await http(`/api/channels/${channelId}/messages?${query.toString()}`));
    applyToChannel(channelId, { type, epoch, messages });
    // A page that brings nothing is not asked for again and again.
    setPage(channelId, side, channelNow(channelId).messages === held ? 'failed' : 'idle');
  } catch (error) {
    console.error('A page of history could not be loaded.', error);
    setPage(channelId, side, 'failed');
  }
}

/** Fetches the page of history before the oldest message held, unless that is under way or there is none. */
export async function loadOlder(channelId: string): Promise<void> {
  const state = channelNow(channelId);
  if (!hasOlder(state)) return;
  await load({ channelId, side: 'older', type: 'older', place: { before: oldestHeld(state) } });
}

/** Fetches the page of history after the newest message held, unless that is under way or there is none. */
export async function loadNewer(channelId: string): Promise<void> {
  const state = channelNow(channelId);
  if (!hasNewer(state)) return;
  await load({ channelId, side: 'newer', type: 'newer', place: { after: newestHeld(state) } });
}

/** Puts the page of history around a message in the place of what is held: to go far back at once. */
export async function loadAround(channelId: string, seq: number): Promise<void> {
  const before = seq + LIMITS.page.max / 2;
  await load({ channelId, side: 'older', type: 'placed', place: { before } });
}
