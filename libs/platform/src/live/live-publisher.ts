import type { ServerEvent, ServerPayload } from '@oniverse/contracts';
import { Emitter } from '@socket.io/redis-emitter';
import { Cluster } from 'ioredis';
import type { RedisConnection } from '../redis.js';
import { markCurrent } from '../request-context.js';

/** Redis shares pub/sub channels between its numbered databases. Database 0 keeps socket.io's own prefix. */
export function channelPrefix(redis: RedisConnection): string {
  const db = redis instanceof Cluster ? 0 : (redis.options.db ?? 0);
  return db === 0 ? 'socket.io' : `socket.io:${db}`;
}

/** Publishes live events to the sockets of all instances. Backends and workers share this interface. */
export abstract class LivePublisher {
  /** Sends an event to the sockets of one or more rooms that are in none of the rooms `except`, once per socket. */
  abstract publish<E extends ServerEvent>(
    event: E,
    rooms: string | readonly string[],
    payload: ServerPayload<E>,
    except?: readonly string[],
  ): void;
  /** Sends a hint to all other backends. It may be lost, duplicated or reordered. */
  abstract publishHint(topic: string, payload: unknown): void;
  abstract joinRooms(rooms: string | readonly string[], others: string | readonly string[]): void;
  abstract leaveRooms(rooms: string | readonly string[], others: string | readonly string[]): void;
  /** Sends a last event to the sockets of a room, and disconnects them. */
  abstract publishLast<E extends ServerEvent>(event: E, room: string, payload: ServerPayload<E>): void;
}

/** Calls `use` unless `rooms` is empty, which socket.io would treat as all sockets. */
export function withRooms(rooms: string | readonly string[], use: (rooms: string[]) => void): void {
  const list = [rooms].flat();
  if (list.length > 0) use(list);
}

/** Publishes from a process without sockets, through Redis in the format of socket.io's adapter. */
export class EmittingPublisher extends LivePublisher {
  private readonly emitter: Emitter;

  /** @param redis a connection that ignores failures: while Redis is down, events are lost without an error */
  constructor(redis: RedisConnection) {
    super();
    this.emitter = new Emitter(redis, { key: channelPrefix(redis) });
  }

  override publish<E extends ServerEvent>(
    event: E,
    rooms: string | readonly string[],
    payload: ServerPayload<E>,
    except: readonly string[] = [],
  ): void {
    markCurrent(`publish ${event}`, 'producer');
    withRooms(rooms, (list) =>
      this.emitter
        .to(list)
        .except([...except])
        .emit(event, payload),
    );
  }

  override publishHint(topic: string, payload: unknown): void {
    this.emitter.serverSideEmit(topic, payload);
  }

  override joinRooms(rooms: string | readonly string[], others: string | readonly string[]): void {
    withRooms(rooms, (list) => this.emitter.in(list).socketsJoin([others].flat()));
  }

  override leaveRooms(rooms: string | readonly string[], others: string | readonly string[]): void {
    withRooms(rooms, (list) => this.emitter.in(list).socketsLeave([others].flat()));
  }

  override publishLast<E extends ServerEvent>(event: E, room: string, payload: ServerPayload<E>): void {
    this.publish(event, room, payload);
    this.emitter.in(room).disconnectSockets(true);
  }
}
