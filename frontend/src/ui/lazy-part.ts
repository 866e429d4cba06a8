import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** The module of a lazy component; `undefined` if the browser was offline. See `keepPageWhileOffline`. */
type Part<P> = { default: ComponentType<P> } | undefined;

async function fetchWhenOnline<P>(fetchPart: () => Promise<Part<P>>): Promise<{ default: ComponentType<P> }> {
  for (;;) {
    const part = await fetchPart();
    if (part) return part;
    if (!navigator.onLine) {
      await new Promise((resolve) => {
        window.addEventListener('online', resolve, { once: true });
      });
    }
  }
}

/**
 * While offline, waits for the network: React imports a lazy component only once, so a failed import would last until a
 * reload.
 */
export function lazyPart<P extends object>(
  fetchPart: () => Promise<Part<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => fetchWhenOnline(fetchPart));
}
