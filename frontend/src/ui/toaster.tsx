import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.js';
import { useToast } from './toast-store.js';

const importView = () => import('./toast-view.js');
const ToastView = lazyPart(importView);
/** Files can be dropped, or set by a program, without a pointer or key event. */
const INTERACTION_EVENTS = ['focusin', 'pointerdown', 'keydown', 'dragenter', 'change'] as const;

async function prefetchView(): Promise<void> {
  try {
    await importView();
  } catch {
    // The first toast retries.
  }
}

/** A toast about a lost network must not need the network. */
export function usePrefetchToasts(): void {
  useEffect(() => {
    const fetchOnce = () => {
      stop();
      void prefetchView();
    };
    const stop = () => INTERACTION_EVENTS.forEach((sign) => document.removeEventListener(sign, fetchOnce));
    INTERACTION_EVENTS.forEach((sign) => document.addEventListener(sign, fetchOnce));
    return stop;
  }, []);
}

/** An error in a toast does not affect the page. */
export function Toaster() {
  const hasToast = useToast((state) => state.toast !== null);
  const [started, setStarted] = useState(hasToast);
  if (hasToast && !started) setStarted(true);
  return started ? (
    <CatchBoundary getResetKey={() => 'toasts'} errorComponent={() => null}>
      <Suspense fallback={null}>
        <ToastView />
      </Suspense>
    </CatchBoundary>
  ) : null;
}
