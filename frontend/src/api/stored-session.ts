import { SESSION_STORAGE_KEY } from '@oniverse/contracts';

function readStoredSession(): string | null {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY) || null;
  } catch {
    return null;
  }
}

/** The session of this page; undefined until `bindSession` is called. */
let boundSession: string | null | undefined;
let sessionOwner: { sessionId: string; userId: string } | undefined;

/**
 * Returns the session id that this page sends, or null. The page keeps its own session even when another tab stores
 * the session of another member.
 */
export const pageSession = (): string | null =>
  boundSession === undefined ? readStoredSession() : boundSession;

/** Binds this page to the stored session. Returns the function that unbinds it. */
export function bindSession(): () => void {
  boundSession = readStoredSession();
  return () => {
    boundSession = undefined;
  };
}

/** Whether another tab has signed in or out, so that the stored session differs from this page's. */
export const isSessionReplaced = (): boolean =>
  boundSession !== undefined && boundSession !== readStoredSession();

export function storeSession(sessionId: string): void {
  try {
    localStorage.setItem(SESSION_STORAGE_KEY, sessionId);
  } catch {
    // Storage is blocked: the session lasts until the page is closed.
  }
  if (boundSession !== undefined) boundSession = readStoredSession();
}

/** Removes an ended session, unless another tab has already replaced it. */
export function dropSession(sessionId: string | null): void {
  try {
    if (sessionId !== null && readStoredSession() === sessionId) localStorage.removeItem(SESSION_STORAGE_KEY);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
  if (boundSession === sessionId) boundSession = null;
}

export function recordOwner(sessionId: string, userId: string): void {
  sessionOwner = { sessionId, userId };
}

export const ownerOf = (sessionId: string | null): string | undefined =>
  sessionOwner?.sessionId === sessionId ? sessionOwner.userId : undefined;
