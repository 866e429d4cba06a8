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
export function pageSession(): string | null {
  if (boundSession === undefined) return readStoredSession();
  adoptSuccessor();
  return boundSession;
}

/** A session keeps its pages when the server replaces its credential. The former one no longer works, so it may be stored. */
const SUCCESSOR_KEY = 'sessionSuccessor';

function readSuccession(): { former: string | undefined; successor: string | undefined } {
  try {
    const [former, successor] = (localStorage.getItem(SUCCESSOR_KEY) ?? '').split(' ');
    return { former, successor };
  } catch {
    // Storage is blocked, so no tab shares this session.
    return { former: undefined, successor: undefined };
  }
}

/** Takes over the new credential of this page's session, if another tab received one. */
function adoptSuccessor(): void {
  const { former, successor } = readSuccession();
  if (successor && former === boundSession) boundSession = successor;
}

/** Stores the new credential of this page's session, for all tabs. */
export function renewSession(sessionId: string): void {
  const former = pageSession();
  try {
    if (former !== null) localStorage.setItem(SUCCESSOR_KEY, `${former} ${sessionId}`);
  } catch {
    // Storage is blocked, so no tab shares this session.
  }
  storeSession(sessionId);
  if (boundSession !== undefined) boundSession = sessionId;
  if (sessionOwner?.sessionId === former) sessionOwner = { ...sessionOwner, sessionId };
}

/** Binds this page to the stored session. Returns the function that unbinds it. */
export function bindSession(): () => void {
  boundSession = readStoredSession();
  return () => {
    boundSession = undefined;
  };
}

/**
 * Whether another tab has signed in or out, so that the stored session differs from this page's. A tab that renews the
 * credential stores the succession first.
 */
export function isSessionReplaced(): boolean {
  if (boundSession === undefined) return false;
  const stored = readStoredSession();
  return pageSession() !== stored && readSuccession().former !== stored;
}

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
