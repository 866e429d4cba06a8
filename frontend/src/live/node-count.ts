import { useEffect } from 'react';
import { useAfterFirstPaint } from '../ui/use-after-first-paint.js';
import { useCount } from './node-count.store.js';

/**
 * How many nodes have formed, as the server pushes it; null until it is known. Needs no session. The live side comes in
 * a chunk of its own, so that the first screen does not wait for it; where it cannot be had, the page's own fetch goes on.
 */
export function useLiveNodeCount(): number | null {
  const painted = useAfterFirstPaint();
  useEffect(() => {
    if (!painted) return undefined;
    let stop: (() => void) | undefined;
    let left = false;
    const begin = async () => {
      const { watchNodeCount } = await import('./node-count-watch.js');
      if (!left) stop = watchNodeCount();
    };
    begin().catch(() => undefined);
    return () => {
      left = true;
      stop?.();
    };
  }, [painted]);
  return useCount((state) => state.count);
}
