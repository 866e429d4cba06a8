import type { SessionEndReason } from '@oniverse/contracts';
import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { HttpError } from '../api/http.js';
import { saveToastForNextPage } from '../ui/toast-store.js';
import { hasPageEnded } from './page-end.js';
import { SESSION_ENDED } from './session-end.texts.js';
import { currentUser, refreshSession } from './session.js';

let ownEnding: Promise<unknown> = Promise.resolve();

/**
 * Sends a call of this page that ends its own session. Checks of the session wait for the answer, because the server's
 * event often arrives first, and would end the page with the wrong message.
 */
export function endOwnSession<T>(send: () => Promise<T>): Promise<T> {
  const call = send();
  ownEnding = call.catch(() => undefined);
  return call;
}

/**
 * Fetches the current user again. If the member is signed out, the next page shows why, unless this page already
 * leaves for a reason of its own.
 */
async function checkSession(client: QueryClient): Promise<void> {
  await ownEnding;
  if (hasPageEnded()) return;
  const before = currentUser(client);
  await refreshSession(client);
  if (before && !currentUser(client) && !hasPageEnded()) saveToastForNextPage(SESSION_ENDED);
}

let runningCheck: Promise<void> | undefined;
/** Shares one check: several calls are refused at once, and the server sends an event too. */
const checkSessionOnce = (client: QueryClient): Promise<void> =>
  (runningCheck ??= checkSession(client).finally(() => {
    runningCheck = undefined;
  }));

/** Reacts to the server's `session:ended`. A logout needs no message: the member chose it. */
export const handleSessionEnd = (client: QueryClient, reason: SessionEndReason): Promise<void> =>
  reason === 'logout' ? refreshSession(client) : checkSessionOnce(client);

/** Checks the session after every 401. Without a live connection, the page learns of the end only this way. */
export function watchRefusals(client: QueryClient): () => void {
  const handleEvent = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const error: unknown = event.action.error;
    if (error instanceof HttpError && error.status === 401 && currentUser(client))
      void checkSessionOnce(client);
  };
  const ends = [
    client.getQueryCache().subscribe(handleEvent),
    client.getMutationCache().subscribe(handleEvent),
  ];
  return () => ends.forEach((end) => end());
}
