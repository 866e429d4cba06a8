import { useConnection } from './connection.store.js';
import { LiveError } from './live-error.js';
import { onConnected, onLive, request, startLive } from './live.js';
import { useNodeCount } from './node-count.store.js';

let watchers = 0;

async function requestCount(): Promise<void> {
  try {
    const { count } = await request('waitlist:watch', {});
    useNodeCount.setState({ count });
  } catch (error) {
    // The next connect repeats the request; until then the page polls over HTTP.
    if (!(error instanceof LiveError)) throw error;
  }
}

onLive('waitlist:count', ({ count }) => useNodeCount.setState({ count }));
onConnected(() => {
  if (watchers > 0) void requestCount();
});

/** Reconnects as a visitor when the session has ended. */
function keepConnected(): void {
  const { status } = useConnection.getState();
  if (status === 'idle' || status === 'ended') startLive();
}

export function watchNodeCount(): () => void {
  watchers += 1;
  const stop = useConnection.subscribe(keepConnected);
  keepConnected();
  if (useConnection.getState().status === 'live') void requestCount();
  return () => {
    watchers -= 1;
    stop();
  };
}
