import { useEffect } from 'react';
import { pageLoad } from '../../session/page-load.js';

/** Whether a part was asked for while there was no network: the router takes it for fetched, and asks no more. */
let isPartMissing = false;

/**
 * Keeps a page in place that a part cannot be fetched for, for want of a network. The router would load the page anew,
 * which without a network leaves the browser's own error page and nothing of ours. The bundler tells of it first.
 * @see https://vite.dev/guide/build#load-error-handling
 */
export function stayWhileOffline(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (navigator.onLine) return;
    isPartMissing = true;
    event.preventDefault();
  });
}

/**
 * Loads the page anew as soon as there is a network, where a part is missing for want of one.
 * @returns whether one is
 */
export function useLoadOnceOnline(): boolean {
  useEffect(() => {
    if (!isPartMissing) return undefined;
    const load = () => {
      isPartMissing = false;
      pageLoad.again();
    };
    if (navigator.onLine) load();
    else window.addEventListener('online', load, { once: true });
    return () => window.removeEventListener('online', load);
  }, []);
  return isPartMissing;
}
