import type { Socket } from 'socket.io';
import { type Admission, type SessionContext, unauthorized } from '../../shared/index.js';

const sessions = new WeakMap<Socket, SessionContext>();
const initialServerIds = new WeakMap<Socket, readonly string[]>();

export function bindSession(socket: Socket, { session, serverIds }: Admission): void {
  sessions.set(socket, session);
  initialServerIds.set(socket, serverIds);
}

/** Returns and clears the servers that the member was in on connection; empty for a watcher. */
export function consumeInitialServerIds(socket: Socket): readonly string[] {
  const serverIds = initialServerIds.get(socket) ?? [];
  initialServerIds.delete(socket);
  return serverIds;
}

export function findSession(socket: Socket): SessionContext | undefined {
  return sessions.get(socket);
}

/** Returns the session of a socket. @throws ProblemError `unauthorized` for a watcher */
export function requireSession(socket: Socket): SessionContext {
  const session = sessions.get(socket);
  if (!session) throw unauthorized();
  return session;
}
