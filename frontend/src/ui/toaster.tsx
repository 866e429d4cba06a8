import { lazy, Suspense, useState } from 'react';
import { useToast } from './toast-store.js';

const fetchView = () => import('./toast-view.js');
const ToastView = lazy(fetchView);

/** Fetches what draws toasts before there is one: the word about a lost network must not need the network. */
export async function prepareToasts(): Promise<void> {
  try {
    await fetchView();
  } catch {
    // The first toast asks for it again.
  }
}

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
