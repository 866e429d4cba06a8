import { useEffect } from 'react';
import { lazyPart } from './lazy-part.js';

export const ToastView = lazyPart(() => import('./toast-view.js'));

/** Files can be dropped, or set by a program, without a pointer or key event. */
const INTERACTION_EVENTS = ['focusin', 'pointerdown', 'keydown', 'dragenter', 'change'] as const;

/** A toast about a lost network must not need the network. */
export async function prefetchToasts(): Promise<void> {
  try {
    await ToastView.prefetch();
  } catch {
    // The first toast retries.
  }
}

/** For pages that most visitors leave without a toast. */
export function usePrefetchToasts(): void {
  useEffect(() => {
    const fetchOnce = () => {
      stop();
      void prefetchToasts();
    };
    const stop = () => INTERACTION_EVENTS.forEach((sign) => document.removeEventListener(sign, fetchOnce));
    INTERACTION_EVENTS.forEach((sign) => document.addEventListener(sign, fetchOnce));
    return stop;
  }, []);
}
