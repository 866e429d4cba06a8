import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.js';
import { useToast } from './toast-store.js';

const view = () => import('./toast-view.js');
const ToastView = lazyPart(view);
/** What somebody does first who is about to do something; a file is dropped, or given by a program, without a touch. */
const SIGNS = ['focusin', 'pointerdown', 'keydown', 'dragenter', 'change'] as const;

async function fetchAhead(): Promise<void> {
  try {
    await view();
  } catch {
    // The first toast asks for it again.
  }
}

/**
 * Fetches what draws toasts before there is one, with the first touch or focus: the word about a lost network must not
 * need the network, and the first load does without.
 */
export function useToastsAtHand(): void {
  useEffect(() => {
    const fetchOnce = () => {
      stop();
      void fetchAhead();
    };
    const stop = () => SIGNS.forEach((sign) => document.removeEventListener(sign, fetchOnce));
    SIGNS.forEach((sign) => document.addEventListener(sign, fetchOnce));
    return stop;
  }, []);
}

/** Shows toasts; what draws them is fetched with the first one, where it is not there yet. No page falls with them. */
export function Toaster() {
  const wanted = useToast((state) => state.toast !== null);
  const [started, setStarted] = useState(wanted);
  if (wanted && !started) setStarted(true);
  return started ? (
    <CatchBoundary getResetKey={() => 'toasts'} errorComponent={() => null}>
      <Suspense fallback={null}>
        <ToastView />
      </Suspense>
    </CatchBoundary>
  ) : null;
}
