import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** What a part's module exports; undefined where it could not be fetched for want of a network. */
type Part<P> = { default: ComponentType<P> } | undefined;

async function withNetwork<P>(fetchPart: () => Promise<Part<P>>): Promise<{ default: ComponentType<P> }> {
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
 * A component whose code is fetched when it is first shown. Without a network it waits for one: React asks a part once,
 * and one that was missed would be missing until the page is loaded anew.
 */
export function lazyPart<P extends object>(
  fetchPart: () => Promise<Part<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => withNetwork(fetchPart));
}
