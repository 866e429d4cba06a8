import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useToast } from './toast-store.js';

const view = () => import('./toast-view.js');
const ToastView = lazy(view);

async function fetchAhead(): Promise<void> {
  try {
    await view();
  } catch {
    // The first toast asks for it again.
  }
}

/** Fetches what draws toasts before there is one: the word about a lost network must not need the network. */
export function useToastsAtHand(): void {
  useEffect(() => void fetchAhead(), []);
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
