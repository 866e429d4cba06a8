import { isListOf } from '../../api/guards.js';
import { parse } from '../../api/guards.js';
import { http } from '../../api/http.js';
import { isMessage } from '../../live/payloads.js';
import { LIMITS } from '@oniverse/contracts';
import { hasOlder, oldestHeld } from './messages.reducer.js';
import { applyToChannel, channelNow, setOlder, useMessages } from './messages.store.js';

const isPage = isListOf(isMessage);

/** Fetches the page of history before the oldest message held, unless that is under way or there is none. */
export async function loadOlder(channelId: string): Promise<void> {
  const state = channelNow(channelId);
  if (!hasOlder(state) || useMessages.getState().older[channelId] === 'loading') return;
  setOlder(channelId, 'loading');
  try {
    const query = new URLSearchParams({
      before: String(oldestHeld(state)),
      limit: String(LIMITS.page.default),
    });
    const messages = parse(isPage, await http(`/api/channels/${channelId}/messages?${query.toString()}`));
    applyToChannel(channelId, { type: 'older', epoch: state.epoch, messages });
    setOlder(channelId, 'idle');
  } catch (error) {
    console.error('Earlier messages could not be loaded.', error);
    setOlder(channelId, 'failed');
  }
}
