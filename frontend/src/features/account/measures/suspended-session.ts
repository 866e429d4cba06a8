import {
  type BodyOf,
  type Call,
  type CallMethod,
  type NoFields,
  type RequestFields,
  suspendedSessionSchema,
} from '@oniverse/contracts';
import * as v from 'valibot';
import { create } from 'zustand';
import { errorOf, keyOfPath } from '../../../api/http.js';
import { parse } from '../../../api/parse.js';

const STORAGE_KEY = 'oni-suspended';

const refusalSchema = v.object({ suspended: suspendedSessionSchema });

function readStored(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function writeStored(sessionId: string | null): void {
  try {
    if (sessionId === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, sessionId);
  } catch {
    // Without storage, it lasts as long as the page.
  }
}

/** The credential of a suspended member, apart from sessions: it signs nobody in, and lasts as long as the tab. */
const useStore = create<{ sessionId: string | null }>(() => ({ sessionId: readStored() }));

/** Returns the credential of a suspended member in this tab, or null. */
export const useSuspendedSession = (): string | null => useStore((state) => state.sessionId);

/** Keeps the credential in the answer to a sign-in that was refused as `suspended`. */
export function keepSuspendedSession(answer: unknown): void {
  const { sessionId } = parse(refusalSchema, answer).suspended;
  writeStored(sessionId);
  useStore.setState({ sessionId });
}

/** Leads back to the sign-in. */
export function dropSuspendedSession(): void {
  writeStored(null);
  useStore.setState({ sessionId: null });
}

/** Makes a call as a suspended member and returns its answer. @throws HttpError on a failed status */
export async function sendSuspended<A, B extends RequestFields>(
  sessionId: string,
  { method, path, answer }: Call<CallMethod, string, A, NoFields, B>,
  body?: BodyOf<B>,
): Promise<A> {
  const response = await fetch(keyOfPath(path).join('/'), {
    method,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${sessionId}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await errorOf(response);
  return parse(answer, await response.json());
}
