import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConnection } from '../../../live/connection.store.js';
import { LiveError } from '../../../live/live-error.js';
import { onConnected, onLive, request } from '../../../live/live.js';
import { throttle } from '../../../live/throttle.js';
import { refreshPost } from '../posts/index.js';

/** Minimum time between two fetches after hints, in milliseconds. */
const FETCH_MS = 500;

async function send(subscription: () => Promise<unknown>): Promise<void> {
  try {
    await subscription();
  } catch (error) {
    // The next connect repeats it. A refused one means that the post is hidden, which the fetch finds out.
    if (!(error instanceof LiveError)) throw error;
  }
}

/** Keeps an open page of a post up to date. */
export function useLivePost(postId: string, isMember: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isMember) return undefined;
    const delays = new Set<ReturnType<typeof setTimeout>>();
    const { request: refresh, stop } = throttle(() => void refreshPost(client, postId), FETCH_MS);
    const watch = async () => {
      await send(() => request('post:watch', { postId }));
      // Changes before the subscription caused no event on this page.
      refresh();
    };
    const stops = [
      onLive('post:changed', ({ postId: changed, withinMs }) => {
        if (changed !== null && changed !== postId) return;
        const delay = setTimeout(() => {
          delays.delete(delay);
          refresh();
        }, Math.random() * withinMs);
        delays.add(delay);
      }),
      onConnected(() => void watch()),
    ];
    if (useConnection.getState().status === 'live') void watch();
    return () => {
      for (const unsubscribe of stops) unsubscribe();
      for (const delay of delays) clearTimeout(delay);
      stop();
      if (useConnection.getState().status === 'live') void send(() => request('post:unwatch', {}));
    };
  }, [client, postId, isMember]);
}
