import { useEffect } from 'react';
import { create } from 'zustand';
import { useAfterFirstPaint } from '../ui/use-after-first-paint.js';
import { useConnection } from './connection.store.js';
import { LiveError } from './live-error.js';
import { onConnected, onLive, request, startLive } from './live.js';

const useCount = create<{ count: number | null }>(() => ({ count: null }));
let watchers = 0;

async function watch(): Promise<void> {
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
  if (watchers > 0) void watch();
});

/** How many nodes have formed, as the server pushes it; null until it is known. Needs no session. */
export function useLiveNodeCount(): number | null {
  const painted = useAfterFirstPaint();
  const status = useConnection((connection) => connection.status);
  // A connection that ended with its session comes back without one.
  const mayStart = painted && (status === 'idle' || status === 'ended');

  useEffect(() => {
    watchers += 1;
    return () => {
      watchers -= 1;
    };
  }, []);
  useEffect(() => {
    if (mayStart) startLive();
  }, [mayStart]);
  useEffect(() => {
    if (painted && useConnection.getState().status === 'live') void watch();
  }, [painted]);

  return useCount((state) => state.count);
}
