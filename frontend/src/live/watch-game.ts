import { useConnection } from './connection.store.js';
import { LiveError } from './live-error.js';
import { endAll, onConnected, onLive, request, startLive } from './live.js';

/**
 * Subscribes to a game that is open to visitors. A later subscription of the page replaces it.
 * @param refresh is called after each change and each connect
 * @returns a function that ends it
 */
export function watchOpenGame(gameId: string, refresh: () => void): () => void {
  const watch = async () => {
    try {
      await request('game:watch', { gameId });
      // What happened before the subscription caused no event on this page.
      refresh();
    } catch (error) {
      // The next connect repeats the request.
      if (!(error instanceof LiveError)) throw error;
    }
  };
  startLive();
  if (useConnection.getState().status === 'live') void watch();
  return endAll(
    onConnected(() => void watch()),
    onLive('game:changed', (changed) => {
      if (changed.gameId === gameId) refresh();
    }),
  );
}
