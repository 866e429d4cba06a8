import type { Socket } from 'socket.io';
import { unauthorized } from './current-session.decorator.js';
import type { SessionContext } from './session.js';

const sessions = new WeakMap<Socket, SessionContext>();

/** Remembers whose socket it is. */
export function bindSession(socket: Socket, session: SessionContext): void {
  sessions.set(socket, session);
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
