import type { Socket as NetSocket } from 'node:net';
import { SOCKET_INPUT } from '@oniverse/contracts';
import type { Server, Socket } from 'socket.io';
import { sharedListener } from './shared-listener.js';
import { TokenBucket } from './token-bucket.js';

type Connection = Socket['conn'];
type Limits = (typeof SOCKET_INPUT)[keyof typeof SOCKET_INPUT];

interface Packet {
  type: string;
  data?: string | Buffer;
}

/** What a connection may still send. */
class Allowance {
  private readonly bytes: TokenBucket;
  private readonly packets: TokenBucket;

  constructor(
    readonly connection: Connection,
    readonly limits: Limits,
  ) {
    this.bytes = new TokenBucket(limits.bytes);
    this.packets = new TokenBucket(limits.packets);
  }

  takeBytes(count: number): boolean {
    return this.bytes.take(count);
  }

  takePacket({ data = '' }: Packet): boolean {
    return Buffer.byteLength(data) <= this.limits.packetBytes && this.packets.take(1);
  }
}

/**
 * Closes connections that send too much, before socket.io decodes it. Bytes are counted as they arrive, because websocket
 * pings, fragments and the frames of large packets cost work before there is a packet.
 */
export class InputGuard {
  private readonly allowances = new WeakMap<NetSocket, Allowance>();
  private readonly onBytes = sharedListener((socket: NetSocket, chunk: Buffer) => {
    const allowance = this.allowances.get(socket);
    if (allowance && !allowance.takeBytes(chunk.length)) this.close(allowance.connection);
  });
  /** Emitted before the packet is decoded. */
  private readonly onPacket = sharedListener((connection: Connection, packet: Packet) => {
    const { socket } = connection.request;
    if (!socket.destroyed && this.allowances.get(socket)?.takePacket(packet)) return;
    this.close(connection);
    // engine.io ignores packets of this type. Several may have arrived in the same chunk.
    packet.type = 'noop';
  });

  /** @param report called once for each connection that is closed */
  constructor(
    server: Server,
    private readonly report: (connection: Connection) => void,
  ) {
    server.engine.on('connection', (connection: Connection) => this.watch(connection));
  }

  /** Allows a connection as much as a member may send, once: a socket may leave the namespace and join again. */
  admitMember(connection: Connection): void {
    const { socket } = connection.request;
    if (this.allowances.get(socket)?.limits === SOCKET_INPUT.members) return;
    this.allowances.set(socket, new Allowance(connection, SOCKET_INPUT.members));
  }

  private watch(connection: Connection): void {
    const { socket } = connection.request;
    this.allowances.set(socket, new Allowance(connection, SOCKET_INPUT.visitors));
    socket.prependListener('data', this.onBytes);
    connection.on('packet', this.onPacket);
  }

  private close(connection: Connection): void {
    const { socket } = connection.request;
    if (socket.destroyed) return;
    this.report(connection);
    // After a goodbye, the receiver would read on until the client answers.
    socket.destroy();
  }
}
