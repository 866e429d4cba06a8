import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** The module of a lazy component; `undefined` if the browser was offline. See `keepPageWhileOffline`. */
type Part<P> = { default: ComponentType<P> } | undefined;

type LazyPart<P> = LazyExoticComponent<ComponentType<P>> & {
  /** Fetches the part, once the browser is online, so that it can be shown offline later. Rejects if that fails. */
  prefetch: () => Promise<unknown>;
};

/**
 * While offline, waits for the network before it imports a part that was not fetched before. Chromium keeps a failed
 * import until a reload, as the standard demanded until 2026, and React keeps one, too.
 * @see https://github.com/whatwg/html/pull/10327
 */
export function lazyPart<P extends object>(importPart: () => Promise<Part<P>>): LazyPart<P> {
  let isFetched = false;
  const fetchPart = async () => {
    for (;;) {
      if (!isFetched && !navigator.onLine) {
        await new Promise((resolve) => {
          window.addEventListener('online', resolve, { once: true });
        });
      }
      const part = await importPart();
      isFetched = part !== undefined;
      if (part) return part;
    }
  };
  return Object.assign(lazy(fetchPart), { prefetch: fetchPart });
}
