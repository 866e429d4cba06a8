import type { Socket } from 'socket.io';
import { type Admission, type SessionContext, unauthorized } from '../../shared/index.js';

const sessions = new WeakMap<Socket, SessionContext>();
const initialRooms = new WeakMap<Socket, readonly string[]>();

export function bindSession(socket: Socket, { session, rooms }: Admission): void {
  sessions.set(socket, session);
  initialRooms.set(socket, rooms);
}

/** Returns and clears the rooms that the member could be in on connection; empty for a watcher. */
export function consumeInitialRooms(socket: Socket): readonly string[] {
  const rooms = initialRooms.get(socket) ?? [];
  initialRooms.delete(socket);
  return rooms;
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
