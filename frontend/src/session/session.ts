import { type CurrentUser, type LoginBody, type RegisterBody, type SessionAnswer } from '@oniverse/contracts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isShape, isText, parse } from '../api/guards.js';
import { http } from '../api/http.js';
import { keyQuery } from '../api/query-client.js';
import { onStoredSessionChange, storedSession, storeSession } from '../api/stored-session.js';
import { isCurrentUser } from './current-user.js';

const isSessionAnswer = isShape<SessionAnswer>({ sessionId: isText, user: isCurrentUser });

/** The key of the current user: `/api/auth/me`. */
export const SESSION_KEY = ['/api', 'auth', 'me'] as const;

const askSession = keyQuery({ on401: 'null' });

/**
 * Who is signed in: the member, or null. A refused session id is forgotten; without one there is nobody to ask for,
 * and the browser would write the refusal into every visitor's console.
 */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async (context): Promise<CurrentUser | null> => {
    const asked = storedSession();
    if (asked === null) return null;
    const answer = await askSession(context);
    if (answer !== null) return parse(isCurrentUser, answer);
    if (storedSession() === asked) storeSession(null);
    return null;
  },
});

/** Whether a visitor is known to be a member, known not to be one, or not known yet. */
export type SessionState =
  | { status: 'loading' | 'anonymous'; user: null }
  | { status: 'member'; user: CurrentUser };

/** The signed state, decided by the session call alone. */
export function useSession(): SessionState {
  const { data, isPending } = useQuery(sessionQuery);
  if (data) return { status: 'member', user: data };
  return { status: isPending ? 'loading' : 'anonymous', user: null };
}

/** The current user as the cache has it, for code outside of components. */
export const currentUser = (client: QueryClient): CurrentUser | null =>
  client.getQueryData(sessionQuery.queryKey) ?? null;

/** Asks anew who is signed in. */
export const refreshSession = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: SESSION_KEY });

/** Asks anew where the server could not be asked before: a member who came while it was away is known once it is back. */
export async function askIfUnknown(client: QueryClient): Promise<void> {
  if (client.getQueryState(SESSION_KEY)?.status === 'error') await refreshSession(client);
}

/** Keeps the signed state in step with other tabs. */
export const followOtherTabs = (client: QueryClient): (() => void) =>
  onStoredSessionChange(() => void refreshSession(client));

async function enter(path: string, body: LoginBody | RegisterBody): Promise<void> {
  const { sessionId } = parse(isSessionAnswer, await http(path, { method: 'POST', body }));
  storeSession(sessionId);
}

/** Signs in and keeps the session id. */
export const login = (body: LoginBody): Promise<void> => enter('/api/auth/login', body);

/** Makes an account, signs in and keeps the session id. */
export const register = (body: RegisterBody): Promise<void> => enter('/api/auth/register', body);

/** Forgets here who is signed in. */
export function forgetSession(client: QueryClient): void {
  storeSession(null);
  client.setQueryData(sessionQuery.queryKey, null);
}

/** Ends the session on the server and here, whatever the server says. */
export async function logout(client: QueryClient): Promise<void> {
  try {
    await http('/api/auth/logout', { method: 'POST' });
  } catch (error) {
    console.error('The session could not be ended on the server.', error);
  }
  forgetSession(client);
}
