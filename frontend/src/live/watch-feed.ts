import { useConnection } from './connection.store.js';
import { LiveError } from './live-error.js';
import { onConnected, onLive, request } from './live.js';

async function sendFeedRequest(name: 'feed:watch' | 'feed:unwatch'): Promise<boolean> {
  try {
    await request(name, {});
    return true;
  } catch (error) {
    // The next connect repeats the request.
    if (error instanceof LiveError) return false;
    throw error;
  }
}

/** The number of subscriptions of this page, which the server counts as one. */
let watchers = 0;

/**
 * Subscribes to changes of posts.
 * @param refresh is called after each change and each connect, spread over the time that the server gives
 * @returns a function that unsubscribes
 */
export function watchFeed(refresh: () => void): () => void {
  let delayed: ReturnType<typeof setTimeout> | undefined;
  const watch = async () => {
    // Posts created before the subscription caused no event on this page.
    if (await sendFeedRequest('feed:watch')) refresh();
  };
  const stops = [
    onLive('feed:changed', ({ withinMs }) => {
      delayed ??= setTimeout(() => {
        delayed = undefined;
        refresh();
      }, Math.random() * withinMs);
    }),
    onConnected(() => void watch()),
  ];
  watchers += 1;
  if (useConnection.getState().status === 'live') void watch();
  return () => {
    watchers -= 1;
    for (const unsubscribe of stops) unsubscribe();
    clearTimeout(delayed);
    if (watchers === 0 && useConnection.getState().status === 'live') void sendFeedRequest('feed:unwatch');
  };
}
