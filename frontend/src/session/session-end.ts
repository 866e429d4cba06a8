import type { SessionEndReason } from '@oniverse/contracts';
import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { HttpError } from '../api/http.js';
import { showToast } from '../ui/toast-store.js';
import { currentUser, refreshSession } from './session.js';

const ENDED = { title: 'Session ended', description: 'Log in again to go on.' };

/** Asks anew who is signed in, and tells a member who no longer is why the page has gone. */
async function look(client: QueryClient): Promise<void> {
  const before = currentUser(client);
  await refreshSession(client);
  if (before && !currentUser(client)) showToast(ENDED);
}

let looking: Promise<void> | undefined;
/** Several calls are refused at once, and the server tells of it too. */
const lookOnce = (client: QueryClient): Promise<void> =>
  (looking ??= look(client).finally(() => {
    looking = undefined;
  }));

/** The server said that the session is over. Who logged out knows it already, in every tab. */
export const hearSessionEnd = (client: QueryClient, reason: SessionEndReason): Promise<void> =>
  reason === 'logout' ? refreshSession(client) : lookOnce(client);

/**
 * Looks whether the session is over where a call was refused for want of one: a page without a live connection hears
 * of it in no other way.
 * @returns what ends it
 */
export function followRefusals(client: QueryClient): () => void {
  const hear = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const error: unknown = event.action.error;
    if (error instanceof HttpError && error.status === 401 && currentUser(client)) void lookOnce(client);
  };
  const ends = [client.getQueryCache().subscribe(hear), client.getMutationCache().subscribe(hear)];
  return () => ends.forEach((end) => end());
}
