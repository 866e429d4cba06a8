import { ROOMS, type ServerEvent, type ServerPayload, type SessionEndReason } from '@oniverse/contracts';
import { Emitter } from '@socket.io/redis-emitter';
import type { Redis } from 'ioredis';

/** The only way out for live events, the same in backend and worker. */
export abstract class LivePublisher {
  /** Sends an event to the sockets of a room, or of several, once to each, on whichever instance they are. */
  abstract publish<E extends ServerEvent>(
    event: E,
    rooms: string | readonly string[],
    payload: ServerPayload<E>,
  ): void;
  /** Takes the sockets of some rooms into others, or out of them, on whichever instance they are. */
  abstract enter(rooms: string | readonly string[], others: string | readonly string[]): void;
  abstract leave(rooms: string | readonly string[], others: string | readonly string[]): void;
  /** Tells a session's sockets that it ended, and closes them, on whichever instance they are. */
  abstract endSession(publicId: string, reason: SessionEndReason): void;
}

/** Rooms as socket.io takes them. No room at all would be everyone, and is nobody here. */
export function ifRooms(rooms: string | readonly string[], use: (rooms: string[]) => void): void {
  const list = [rooms].flat();
  if (list.length > 0) use(list);
}

/** The publisher of a process without sockets: through Redis, in the form of socket.io's adapter. */
export class EmittingPublisher extends LivePublisher {
  private readonly emitter: Emitter;

  /** @param redis a best-effort publisher: while Redis is down an event is lost, no more */
  constructor(redis: Redis) {
    super();
    this.emitter = new Emitter(redis);
  }

  override publish<E extends ServerEvent>(
    event: E,
    rooms: string | readonly string[],
    payload: ServerPayload<E>,
  ): void {
    ifRooms(rooms, (list) => this.emitter.to(list).emit(event, payload));
  }

  override enter(rooms: string | readonly string[], others: string | readonly string[]): void {
    ifRooms(rooms, (list) => this.emitter.in(list).socketsJoin([others].flat()));
  }

  override leave(rooms: string | readonly string[], others: string | readonly string[]): void {
    ifRooms(rooms, (list) => this.emitter.in(list).socketsLeave([others].flat()));
  }

  override endSession(publicId: string, reason: SessionEndReason): void {
    this.publish('session:ended', ROOMS.session(publicId), { reason });
    this.emitter.in(ROOMS.session(publicId)).disconnectSockets(true);
  }
}
