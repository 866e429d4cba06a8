import type { IncomingMessage } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import type { ServerEvent, ServerPayload } from '@oniverse/contracts';
import type { Server } from 'socket.io';
import { textFrame } from './websocket-frame.js';

/** The prefixes of an event in the default namespace of socket.io, and of a message in engine.io (protocols 5 and 4). */
const EVENT = '2';
const MESSAGE = '4';

/**
 * Sends events to the sockets of this process. It encodes each event once, and writes the frame to the TCP sockets
 * itself: passing a packet through socket.io and engine.io costs more than the system call (docs/decisions/0010).
 */
export class FanOut {
  /** Connections whose writes are held until the end of this turn of the event loop. */
  private corked: NetSocket[] = [];

  constructor(private readonly server: Server) {
    // The engine emits `flush` before it writes, for example an acknowledgement.
    server.engine.on('flush', ({ request }: { request: { socket: NetSocket } }) =>
      this.combineWrites(request.socket),
    );
    // Before the answer to a handshake, which the first packet follows in the same turn.
    server.engine.on('initial_headers', (_headers: object, { socket }: IncomingMessage) =>
      this.combineWrites(socket),
    );
  }

  /** Sends an event to the sockets that are in a room. */
  send<E extends ServerEvent>(event: E, room: string, payload: ServerPayload<E>): void {
    const { adapter, sockets } = this.server.of('/');
    const ids = adapter.rooms.get(room);
    if (!ids) return;
    const packet = EVENT + JSON.stringify([event, payload]);
    const frame = textFrame(MESSAGE + packet);
    for (const id of ids) {
      const connection = sockets.get(id)?.conn;
      if (!connection) continue;
      const { socket } = connection.request;
      // Earlier packets of a writable transport are already in the TCP socket, so the frame keeps its place.
      if (connection.readyState === 'open' && connection.transport.writable && socket.writable) {
        this.combineWrites(socket);
        socket.write(frame);
      } else {
        connection.write(packet);
      }
    }
  }

  /** Passes all writes of this turn to the system in one call. */
  private combineWrites(socket: NetSocket): void {
    if (socket.writableCorked > 0) return;
    if (this.corked.length === 0) process.nextTick(() => this.uncork());
    this.corked.push(socket);
    socket.cork();
  }

  private uncork(): void {
    const { corked } = this;
    this.corked = [];
    for (const socket of corked) socket.uncork();
  }
}
