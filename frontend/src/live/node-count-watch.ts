import { useConnection } from './connection.store.js';
import { LiveError } from './live-error.js';
import { onConnected, onLive, request, startLive } from './live.js';
import { useCount } from './node-count.store.js';

let watchers = 0;

async function ask(): Promise<void> {
  try {
    const { count } = await request('waitlist:watch', {});
    useCount.setState({ count });
  } catch (error) {
    // Unanswered: the next connect asks again. Until then the page's own fetch goes on.
    if (!(error instanceof LiveError)) throw error;
  }
}

onLive('waitlist:count', ({ count }) => useCount.setState({ count }));
onConnected(() => {
  if (watchers > 0) void ask();
});

/** A connection that ended with its session comes back without one. */
function keepConnected(): void {
  const { status } = useConnection.getState();
  if (status === 'idle' || status === 'ended') startLive();
}

/** Follows the count, with or without a session, until what it returns is called. */
export function watchNodeCount(): () => void {
  watchers += 1;
  const stop = useConnection.subscribe(keepConnected);
  keepConnected();
  if (useConnection.getState().status === 'live') void ask();
  return () => {
    watchers -= 1;
    stop();
  };
}
