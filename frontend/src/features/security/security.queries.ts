import {
  accountActivitySchema,
  type ReauthenticateBody,
  reauthenticatedSchema,
  securitySchema,
  sessionSchema,
} from '@oniverse/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../../api/http.js';
import { invalidateAndRefetch } from '../../api/invalidate-and-refetch.js';
import { listQuery } from '../../api/list-query.js';
import { parse } from '../../api/parse.js';
import { typedQuery } from '../../api/query-client.js';
import { renewSession } from '../../api/stored-session.js';
import { SESSION_KEY } from '../../session/session.js';

const ACTIVITY_KEY = ['/api', 'auth', 'activity'] as const;
const ACTIVITY_PAGE = '10';

/** An event announces each change, but a closed connection misses events, so each visit fetches again. */
const FRESH_MS = 0;

export const securityQuery = queryOptions({
  queryKey: ['/api', 'auth', 'security'] as const,
  queryFn: typedQuery(securitySchema),
  staleTime: FRESH_MS,
});

export const sessionsQuery = queryOptions({
  queryKey: ['/api', 'auth', 'sessions'] as const,
  queryFn: typedQuery(v.array(sessionSchema)),
  staleTime: FRESH_MS,
});

export const activityQuery = listQuery(
  ACTIVITY_KEY,
  accountActivitySchema,
  { limit: ACTIVITY_PAGE },
  FRESH_MS,
);

/** Refetches the displayed data of the account, and the rest when it is displayed next. */
export async function refreshAccount(client: QueryClient): Promise<void> {
  const keys = [SESSION_KEY, securityQuery.queryKey, sessionsQuery.queryKey, ACTIVITY_KEY];
  await Promise.all(keys.map(async (queryKey) => invalidateAndRefetch(client, { queryKey })));
}

/** Updates until when sensitive changes are open, without waiting for the server. */
export function setAuthenticatedUntil(client: QueryClient, authenticatedUntil: string | null): void {
  client.setQueryData(securityQuery.queryKey, (security) => security && { ...security, authenticatedUntil });
}

/** Proves who the member is, which opens sensitive changes. */
export async function reauthenticate(client: QueryClient, body: ReauthenticateBody): Promise<void> {
  const answer = await http('/api/auth/reauthenticate', { method: 'POST', body });
  const { until, sessionId } = parse(reauthenticatedSchema, answer);
  renewSession(sessionId);
  // A fetch that began before would show the page as locked.
  await client.cancelQueries({ queryKey: securityQuery.queryKey });
  setAuthenticatedUntil(client, until);
  void refreshAccount(client);
}
