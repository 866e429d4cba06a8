import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  LIVE_PACE,
  ROOMS,
  type ServerEvent,
  type ServerPayload,
  type SessionEndReason,
} from '@oniverse/contracts';
import type { Server, Socket } from 'socket.io';
import { LOGGER, type Logger } from '../logging.js';
import { FanOut } from './fan-out.js';
import { ifRooms, LivePublisher } from './live-publisher.js';
import { Peers } from './peers.js';
import { SlowConsumers } from './slow-consumers.js';

/** The sockets of this process, and the way to those of the others. */
@Injectable()
export class LiveService extends LivePublisher implements OnModuleDestroy {
  private server: Server | undefined;
  private fanOut: FanOut | undefined;
  private peers: Peers | undefined;
  private stopListening: () => void = () => {};
  private readonly slowConsumers: SlowConsumers;
  private readonly waiting: ((server: Server) => void)[] = [];
  /** Requests that are not answered yet. */
  private readonly underWay = new Map<Socket, Set<Promise<void>>>();

  constructor(@Inject(LOGGER) logger: Logger) {
    super();
    this.slowConsumers = new SlowConsumers(() => this.sockets(), logger);
  }

  /**
   * Called once, with the server that the adapter made.
   * @param stopListening lets no new connection in
   */
  attach(server: Server, stopListening: () => void): void {
    this.server = server;
    this.fanOut = new FanOut(server);
    this.peers = new Peers(server);
    this.stopListening = stopListening;
    this.slowConsumers.start();
    for (const use of this.waiting.splice(0)) use(server);
  }

  /**
   * Before anything else ends: the sockets move to other backends, each at a moment of its own, so that these are not
   * overrun, and not before what they asked is answered.
   */
  async onModuleDestroy(): Promise<void> {
    this.stopListening();
    this.slowConsumers.stop();
    await Promise.all([...this.sockets()].map((socket) => this.moveAway(socket)));
  }

  /** Answers a request of a socket. */
  serve(socket: Socket, answering: Promise<void>): void {
    const ofSocket = this.underWay.get(socket) ?? new Set();
    this.underWay.set(socket, ofSocket.add(answering));
    void answering.finally(() => {
      ofSocket.delete(answering);
      if (ofSocket.size === 0) this.underWay.delete(socket);
    });
  }

  override publish<E extends ServerEvent>(
    event: E,
    rooms: string | readonly string[],
    payload: ServerPayload<E>,
  ): void {
    ifRooms(rooms, (list) => this.server?.to(list).emit(event, payload));
  }

  override enter(rooms: string | readonly string[], others: string | readonly string[]): void {
    ifRooms(rooms, (list) => this.server?.in(list).socketsJoin([others].flat()));
  }

  override leave(rooms: string | readonly string[], others: string | readonly string[]): void {
    ifRooms(rooms, (list) => this.server?.in(list).socketsLeave([others].flat()));
  }

  override endSession(publicId: string, reason: SessionEndReason): void {
    this.publish('session:ended', ROOMS.session(publicId), { reason });
    this.server?.in(ROOMS.session(publicId)).disconnectSockets(true);
  }

  /** Sends an event to this process's own sockets in a room, when this turn of the event loop ends. */
  publishHere<E extends ServerEvent>(event: E, room: string, payload: ServerPayload<E>): void {
    this.fanOut?.send(event, room, payload);
  }

  /** Takes this process's own sockets out of a room. */
  emptyHere(room: string): void {
    this.server?.local.in(room).socketsLeave(room);
  }

  /** Gives the other processes a hint. It may get lost, come twice or out of order. */
  tellPeers(topic: string, payload: unknown): void {
    this.peers?.tell(topic, payload);
  }

  /** Tells the other processes that this one hears them, from now on or again. */
  greetPeers(): void {
    this.peers?.greet();
  }

  /** Hears the hints of other processes on a topic. */
  onPeers(topic: string, hear: (payload: unknown) => void): void {
    this.withServer((server) => server.on(topic, hear));
  }

  /** Runs before a socket exists; what `admit` throws is the reason of its refusal. */
  admitWith(admit: (socket: Socket) => Promise<void>): void {
    this.withServer((server) =>
      server.use((socket, next) => {
        void settle(admit(socket), next);
      }),
    );
  }

  /** Hears when the last of this process's sockets left a room. */
  onRoomEmpty(hear: (room: string) => void): void {
    this.withServer((server) => server.of('/').adapter.on('delete-room', hear));
  }

  /** Whether a socket of this process is in a room. */
  hasRoom(room: string): boolean {
    return this.server?.of('/').adapter.rooms.has(room) ?? false;
  }

  /** The sockets of this process. */
  sockets(): Iterable<Socket> {
    return this.server?.of('/').sockets.values() ?? [];
  }

  private async moveAway(socket: Socket): Promise<void> {
    await delay(Math.random() * LIVE_PACE.moveAwayMs);
    const asked = [...(this.underWay.get(socket) ?? [])];
    if (asked.length > 0) await Promise.race([Promise.allSettled(asked), delay(LIVE_PACE.lastAnswerMs)]);
    // Not a disconnect, after which socket.io's client would stay away: a lost connection, after which it comes back.
    socket.conn.close();
  }

  private withServer(use: (server: Server) => void): void {
    if (this.server) use(this.server);
    else this.waiting.push(use);
  }
}

async function settle(admission: Promise<void>, decide: (refusal?: Error) => void): Promise<void> {
  let refusal: Error | undefined;
  try {
    await admission;
  } catch (error) {
    refusal = error instanceof Error ? error : new Error(String(error));
  }
  decide(refusal);
}
