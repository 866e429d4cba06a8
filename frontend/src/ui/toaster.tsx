import { lazy, Suspense, useState } from 'react';
import { useToast } from './toast-store.js';

const ToastView = lazy(() => import('./toast-view.js'));

/** Shows toasts; what draws them is fetched with the first one, where it is not there yet. */
export function Toaster() {
  const wanted = useToast((state) => state.toast !== null);
  const [started, setStarted] = useState(wanted);
  if (wanted && !started) setStarted(true);
  return started ? (
    <Suspense fallback={null}>
      <ToastView />
    </Suspense>
  ) : null;
}
