import { useEffect } from 'react';
import { pageLoad } from '../../../session/page-end.js';

/** The router treats a failed import as fetched and does not retry. */
let hasFailedImport = false;

/**
 * Keeps the page in place if an import fails while offline. The router would reload the page, which would end in the
 * browser's error page. Vite dispatches its event first, and preventing its default stops that.
 * @see https://vite.dev/guide/build#load-error-handling
 */
export function keepPageWhileOffline(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (navigator.onLine) return;
    hasFailedImport = true;
    event.preventDefault();
  });
}

/** @returns whether an import has failed while offline */
export function useReloadWhenOnline(): boolean {
  useEffect(() => {
    if (!hasFailedImport) return undefined;
    const load = () => {
      hasFailedImport = false;
      pageLoad.reload();
    };
    if (navigator.onLine) load();
    else window.addEventListener('online', load, { once: true });
    return () => window.removeEventListener('online', load);
  }, []);
  return hasFailedImport;
}
