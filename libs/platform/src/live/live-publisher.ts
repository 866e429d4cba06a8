import { ROOMS, type ServerEvent, type ServerPayload, type SessionEndReason } from '@oniverse/contracts';
import { Emitter } from '@socket.io/redis-emitter';
import type { Redis } from 'ioredis';

/** The only way out for live events, the same in backend and worker. */
export abstract class LivePublisher {
  /** Sends an event to the sockets of a room, on whichever instance they are. */
  abstract publish<E extends ServerEvent>(event: E, room: string, payload: ServerPayload<E>): void;
  /** Takes the sockets of one room into another, or out of it, on whichever instance they are. */
  abstract enter(room: string, other: string): void;
  abstract leave(room: string, other: string): void;
  /** Tells a session's sockets that it ended, and closes them, on whichever instance they are. */
  abstract endSession(publicId: string, reason: SessionEndReason): void;
}

/** The publisher of a process without sockets: through Redis, in the form of socket.io's adapter. */
export class EmittingPublisher extends LivePublisher {
  private readonly emitter: Emitter;

  /** @param redis a best-effort publisher: while Redis is down an event is lost, no more */
  constructor(redis: Redis) {
    super();
    this.emitter = new Emitter(redis);
  }

  override publish<E extends ServerEvent>(event: E, room: string, payload: ServerPayload<E>): void {
    this.emitter.to(room).emit(event, payload);
  }

  override enter(room: string, other: string): void {
    this.emitter.in(room).socketsJoin(other);
  }

  override leave(room: string, other: string): void {
    this.emitter.in(room).socketsLeave(other);
  }

  override endSession(publicId: string, reason: SessionEndReason): void {
    this.publish('session:ended', ROOMS.session(publicId), { reason });
    this.emitter.in(ROOMS.session(publicId)).disconnectSockets(true);
  }
}
