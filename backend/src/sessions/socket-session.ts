import type { Socket } from 'socket.io';
import { unauthorized } from './current-session.decorator.js';
import type { Admission, SessionContext } from './session.js';

const sessions = new WeakMap<Socket, SessionContext>();
const beginnings = new WeakMap<Socket, readonly string[]>();

/** Remembers whose socket it is, and where the member was when it came. */
export function bindSession(socket: Socket, { session, serverIds }: Admission): void {
  sessions.set(socket, session);
  beginnings.set(socket, serverIds);
}

/** The servers that a socket's member was in when it came, to be asked once; none for a watcher. */
export function takeServersAtAdmission(socket: Socket): readonly string[] {
  const serverIds = beginnings.get(socket) ?? [];
  beginnings.delete(socket);
  return serverIds;
}

/** The session of a socket; undefined for a watcher. */
export function findSession(socket: Socket): SessionContext | undefined {
  return sessions.get(socket);
}

/**
 * The session of a member's socket.
 * @throws ProblemError `unauthorized` for a watcher
 */
export function sessionOf(socket: Socket): SessionContext {
  const session = sessions.get(socket);
  if (!session) throw unauthorized();
  return session;
}
