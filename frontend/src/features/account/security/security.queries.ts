import {
  confirmIdentity,
  getAccountSecurity,
  listAccountActivity,
  listSessions,
  type ReauthenticateBody,
} from '@oniverse/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { listOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { renewSession } from '../../../api/stored-session.js';
import { SESSION_KEY } from '../../../session/session.js';

/** An event announces each change, but a closed connection misses events, so each visit fetches again. */
const FRESH_MS = 0;

export const securityQuery = queryOf(getAccountSecurity, {}, FRESH_MS);

export const sessionsQuery = queryOf(listSessions, {}, FRESH_MS);

export const activityQuery = listOf(listAccountActivity, { query: { limit: 10 } }, FRESH_MS);

/** Refetches the displayed data of the account, and the rest when it is displayed next. */
export async function refreshAccount(client: QueryClient): Promise<void> {
  const keys = [SESSION_KEY, securityQuery.queryKey, sessionsQuery.queryKey, activityQuery.queryKey];
  await Promise.all(keys.map(async (queryKey) => invalidateAndRefetch(client, { queryKey })));
}

/** Updates until when sensitive changes are open, without waiting for the server. */
export function setAuthenticatedUntil(client: QueryClient, authenticatedUntil: string | null): void {
  client.setQueryData(securityQuery.queryKey, (security) => security && { ...security, authenticatedUntil });
}

/** Proves who the member is, which opens sensitive changes. */
export async function reauthenticate(client: QueryClient, body: ReauthenticateBody): Promise<void> {
  const { until, sessionId } = await send(confirmIdentity, { body });
  renewSession(sessionId);
  // A fetch that began before would show the page as locked.
  await client.cancelQueries({ queryKey: securityQuery.queryKey });
  setAuthenticatedUntil(client, until);
  void refreshAccount(client);
}
