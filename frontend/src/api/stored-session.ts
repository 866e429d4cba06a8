import { STORAGE_KEYS } from '@oniverse/contracts';

/** The session id that this browser keeps, or null. */
export function storedSession(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEYS.session) || null;
  } catch {
    return null;
  }
}

/** Keeps a session id, or removes it. */
export function storeSession(sessionId: string | null): void {
  try {
    if (sessionId === null) localStorage.removeItem(STORAGE_KEYS.session);
    else localStorage.setItem(STORAGE_KEYS.session, sessionId);
  } catch {
    // Storage is closed to us: the visit goes on without it.
  }
}

/** Tells when another tab stores or removes a session id. */
export function onStoredSessionChange(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === STORAGE_KEYS.session || event.key === null) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
