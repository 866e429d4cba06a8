import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ToastView } from './prefetch-toasts.js';
import { useToast } from './toast-store.js';

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
