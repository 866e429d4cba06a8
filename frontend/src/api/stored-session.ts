import { SESSION_STORAGE_KEY } from '@oniverse/contracts';

/** What the browser refused to store. It lasts until the page is closed, and no tab shares it. */
const unstored = new Map<string, string>();

/** Returns a stored text, or null if there is none. */
function readItem(key: string): string | null {
  try {
    return unstored.get(key) ?? (localStorage.getItem(key) || null);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it for null. */
function writeItem(key: string, text: string | null): void {
  unstored.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== null) unstored.set(key, text);
  }
}

/** Whether the session ends with this page, because the browser stores nothing for the site. */
export const isSessionUnstored = (): boolean => unstored.has(SESSION_STORAGE_KEY);

const readStoredSession = (): string | null => readItem(SESSION_STORAGE_KEY);

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

/** Returns a replaced credential and the new one, as far as one was replaced. */
const readSuccession = (): (string | undefined)[] => (readItem(SUCCESSOR_KEY) ?? '').split(' ');

/** Takes over the new credential of this page's session, if another tab received one. */
function adoptSuccessor(): void {
  const [former, successor] = readSuccession();
  if (successor && former === boundSession) boundSession = successor;
}

/** Stores the new credential of this page's session, for all tabs. */
export function renewSession(sessionId: string): void {
  const former = pageSession();
  if (former !== null) writeItem(SUCCESSOR_KEY, `${former} ${sessionId}`);
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
  return pageSession() !== stored && readSuccession()[0] !== stored;
}

export function storeSession(sessionId: string): void {
  writeItem(SESSION_STORAGE_KEY, sessionId);
  if (boundSession !== undefined) boundSession = readStoredSession();
}

/** Removes an ended session, unless another tab has already replaced it. */
export function dropSession(sessionId: string | null): void {
  if (sessionId !== null && readStoredSession() === sessionId) writeItem(SESSION_STORAGE_KEY, null);
  if (boundSession === sessionId) boundSession = null;
}

export function recordOwner(sessionId: string, userId: string): void {
  sessionOwner = { sessionId, userId };
}

export const ownerOf = (sessionId: string | null): string | undefined =>
  sessionOwner?.sessionId === sessionId ? sessionOwner.userId : undefined;
