import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ServerEvent, ServerPayload } from '@oniverse/contracts';
import type { Server, Socket } from 'socket.io';
import { LOGGER, type Logger } from '../logging.js';
import { markCurrent } from '../request-context.js';
import { FanOut } from './fan-out.js';
import type { InputGuard } from './input-guard.js';
import { LIVE_PACE } from './live-pace.js';
import { withRooms, LivePublisher } from './live-publisher.js';
import { Peers } from './peers.js';
import { SlowConsumers } from './slow-consumers.js';

/** Manages the sockets of this process, and publishes to those of all backends. */
@Injectable()
export class LiveService extends LivePublisher implements OnModuleDestroy {
  private server: Server | undefined;
  private fanOut: FanOut | undefined;
  private peers: Peers | undefined;
  private stopListening: () => void = () => {};
  private inputGuard: InputGuard | undefined;
  private slowConsumers: SlowConsumers | undefined;
  private readonly onAttach: ((server: Server) => void)[] = [];
  private readonly pendingRequests = new Map<Socket, Set<Promise<void>>>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {
    super();
  }

  /** Called once by the adapter. `stopListening` makes it refuse new connections. */
  attachServer(server: Server, stopListening: () => void, inputGuard?: InputGuard): void {
    this.server = server;
    this.inputGuard = inputGuard;
    this.fanOut = new FanOut(server);
    this.peers = new Peers(server);
    this.stopListening = stopListening;
    this.slowConsumers = new SlowConsumers(server, this.logger);
    for (const use of this.onAttach.splice(0)) use(server);
  }

  /** Closes each socket at a random time after its requests, so that clients do not move all at once. */
  async onModuleDestroy(): Promise<void> {
    this.stopListening();
    this.slowConsumers?.stop();
    await this.moveSockets(this.socketCount, LIVE_PACE.drainMs);
  }

  /** Allows a socket with a session to send more than a visitor. */
  admitMember({ conn }: Socket): void {
    this.inputGuard?.admitMember(conn);
  }

  /** Delays the shutdown of a socket until `response` settles. */
  trackRequest(socket: Socket, response: Promise<void>): void {
    const ofSocket = this.pendingRequests.get(socket) ?? new Set();
    this.pendingRequests.set(socket, ofSocket.add(response));
    void response.finally(() => {
      ofSocket.delete(response);
      if (ofSocket.size === 0) this.pendingRequests.delete(socket);
    });
  }

  override publish<E extends ServerEvent>(
    event: E,
    rooms: string | readonly string[],
    payload: ServerPayload<E>,
    except: readonly string[] = [],
  ): void {
    markCurrent(`publish ${event}`, 'producer');
    withRooms(rooms, (list) =>
      this.server
        ?.to(list)
        .except([...except])
        .emit(event, payload),
    );
  }

  override joinRooms(rooms: string | readonly string[], others: string | readonly string[]): void {
    withRooms(rooms, (list) => this.server?.in(list).socketsJoin([others].flat()));
  }

  override leaveRooms(rooms: string | readonly string[], others: string | readonly string[]): void {
    withRooms(rooms, (list) => this.server?.in(list).socketsLeave([others].flat()));
  }

  override publishLast<E extends ServerEvent>(event: E, room: string, payload: ServerPayload<E>): void {
    this.publish(event, room, payload);
    this.server?.in(room).disconnectSockets(true);
  }

  /** Sends an event to this process's sockets in a room. */
  publishLocally<E extends ServerEvent>(event: E, room: string, payload: ServerPayload<E>): void {
    markCurrent(`deliver ${event}`, 'producer');
    this.fanOut?.send(event, room, payload);
  }

  /** Sends an event to all sockets of this process, also to those of visitors. */
  publishToAll<E extends ServerEvent>(event: E, payload: ServerPayload<E>): void {
    this.server?.local.emit(event, payload);
  }

  emptyLocalRoom(room: string): void {
    this.server?.local.in(room).socketsLeave(room);
  }

  override publishHint(topic: string, payload: unknown): void {
    this.peers?.publishHint(topic, payload);
  }

  /** Announces to the other backends that this one receives hints. */
  announceToPeers(): void {
    this.peers?.announce();
  }

  /** Says whether all other backends understand hints that are combined in one packet. */
  combineHints(canCombine: boolean): void {
    if (this.peers) this.peers.canCombine = canCombine;
  }

  onHint(topic: string, listener: (payload: unknown) => void): void {
    this.whenAttached(() => this.peers?.onHint(topic, listener));
  }

  /** Checks each connection before its socket exists. An error of `admit` rejects it. */
  useAdmission(admit: (socket: Socket) => Promise<void>): void {
    this.whenAttached((server) =>
      server.use((socket, next) => {
        void reportAdmission(admit(socket), next);
      }),
    );
  }

  /** Listens for the last socket of this process leaving a room. */
  onRoomEmpty(listener: (room: string) => void): void {
    this.whenAttached((server) => server.of('/').adapter.on('delete-room', listener));
  }

  hasRoom(room: string): boolean {
    return this.server?.of('/').adapter.rooms.has(room) ?? false;
  }

  roomSize(room: string): number {
    return this.server?.of('/').adapter.rooms.get(room)?.size ?? 0;
  }

  sockets(): Iterable<Socket> {
    return this.server?.of('/').sockets.values() ?? [];
  }

  get socketCount(): number {
    return this.server?.of('/').sockets.size ?? 0;
  }

  /** The number of rooms, without the one that each socket has of its own. */
  get roomCount(): number {
    const adapter = this.server?.of('/').adapter;
    return adapter ? Math.max(0, adapter.rooms.size - adapter.sids.size) : 0;
  }

  /**
   * Gives sockets notice at random times within a period, and closes each later, after its requests. Their clients
   * connect elsewhere and catch up.
   */
  async moveSockets(count: number, withinMs: number): Promise<void> {
    const sockets = [...this.sockets()].slice(0, count);
    await Promise.all(sockets.map((socket) => this.moveSocket(socket, Math.random() * withinMs)));
  }

  private async moveSocket(socket: Socket, afterMs: number): Promise<void> {
    await delay(afterMs);
    socket.emit('connection:ending' satisfies ServerEvent, {});
    await delay(LIVE_PACE.noticeMs);
    const pending = [...(this.pendingRequests.get(socket) ?? [])];
    if (pending.length > 0)
      await Promise.race([Promise.allSettled(pending), delay(LIVE_PACE.inFlightGraceMs)]);
    // After a server's `disconnect` the client would not reconnect; after a lost connection it does.
    socket.conn.close();
  }

  private whenAttached(use: (server: Server) => void): void {
    if (this.server) use(this.server);
    else this.onAttach.push(use);
  }
}

async function reportAdmission(admission: Promise<void>, decide: (rejection?: Error) => void): Promise<void> {
  let rejection: Error | undefined;
  try {
    await admission;
  } catch (error) {
    rejection = error instanceof Error ? error : new Error(String(error));
  }
  decide(rejection);
}
