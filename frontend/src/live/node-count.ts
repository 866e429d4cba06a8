import { useEffect } from 'react';
import { useAfterFirstPaint } from '../ui/use-after-first-paint.js';
import { useNodeCount } from './node-count.store.js';

/** Returns the pushed number of nodes, or null. If the live chunk fails to load, the page polls over HTTP. */
export function useLiveNodeCount(): number | null {
  const painted = useAfterFirstPaint();
  useEffect(() => {
    if (!painted) return undefined;
    let stop: (() => void) | undefined;
    let left = false;
    const startWatching = async () => {
      const watch = await import('./node-count-watch.js');
      if (!left) stop = watch.watchNodeCount();
    };
    startWatching().catch(() => undefined);
    return () => {
      left = true;
      stop?.();
    };
  }, [painted]);
  return useNodeCount((state) => state.count);
}
