import { type CurrentUser, currentUserSchema, getCurrentUser, logOut } from '@oniverse/contracts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { keyOfPath, sendUnchecked } from '../api/http.js';
import { parse } from '../api/parse.js';
import { keyQuery } from '../api/query-client.js';
import {
  bindSession,
  dropSession,
  isSessionReplaced,
  pageSession,
  recordOwner,
} from '../api/stored-session.js';
import { endPage, pageLoad } from './page-end.js';

export const SESSION_KEY = keyOfPath(getCurrentUser.path);

const fetchSession = keyQuery({ on401: 'null' });

/**
 * Fetches the signed-in member, or null. Removes a refused session id. Without a session id it sends no request,
 * because the browser would log the refusal to every visitor's console.
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async (context): Promise<CurrentUser | null> => {
    let sessionId = pageSession();
    if (sessionId === null) return null;
    let answer = await fetchSession(context);
    const current = pageSession();
    if (answer === null && current !== null && current !== sessionId) {
      // The session got a new credential while the former one was on its way.
      sessionId = current;
      answer = await fetchSession(context);
    }
    if (answer === null) {
      dropSession(sessionId);
      return null;
    }
    const user = parse(currentUserSchema, answer);
    recordOwner(sessionId, user.id);
    // Another tab may have signed in as somebody else while this page waited.
    // Loaded apart from the first scripts, as whole modules, which takes fewer bytes. Where that fails, the next page does it.
    if (!isSessionReplaced()) {
      void import('./unsent-texts.js').then(
        (texts) => texts.deleteUnsentOfOthers(user.id),
        () => undefined,
      );
      void import('./kept-files.js').then(
        (files) => files.dropFilesOfOthers(user.id),
        () => undefined,
      );
    }
    return user;
  },
});

export type SessionState =
  | { status: 'loading' | 'anonymous'; user: null }
  | { status: 'member'; user: CurrentUser };

/** Returns the session state. It depends on the session call, not on the stored id. */
export function useSession(): SessionState {
  const { data, isPending } = useQuery(sessionQuery);
  if (data) return { status: 'member', user: data };
  return { status: isPending ? 'loading' : 'anonymous', user: null };
}

export const currentUser = (client: QueryClient): CurrentUser | null =>
  client.getQueryData(sessionQuery.queryKey) ?? null;

export const refreshSession = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: SESSION_KEY });

export async function refetchFailedSession(client: QueryClient): Promise<void> {
  if (client.getQueryState(SESSION_KEY)?.status === 'error') await refreshSession(client);
}

function endIfReplaced(): void {
  if (isSessionReplaced()) endPage();
}

/**
 * Binds this page to the stored session, and ends the page when another tab signs in or out. A frozen or cached tab
 * receives no storage events, so it checks when it is shown again.
 */
export function watchOtherTabs(): () => void {
  const unbind = bindSession();
  window.addEventListener('storage', endIfReplaced);
  window.addEventListener('pageshow', endIfReplaced);
  document.addEventListener('visibilitychange', endIfReplaced);
  return () => {
    window.removeEventListener('storage', endIfReplaced);
    window.removeEventListener('pageshow', endIfReplaced);
    document.removeEventListener('visibilitychange', endIfReplaced);
    unbind();
  };
}

/** Removes the session from this browser, then loads a page, by default the landing page, after `after`. */
export function forgetSession(after: Promise<unknown> = Promise.resolve(), path = '/'): void {
  dropSession(pageSession());
  endPage(async () => {
    await after;
    pageLoad.assign(path);
  });
}

/** Ends the session here and on the server, and loads the landing page even if the server fails. */
export function logout(): void {
  const ended = sendUnchecked(logOut).catch((error: unknown) => {
    console.error('Ending the session on the server failed.', error);
  });
  forgetSession(ended);
}
