import { LIVE_PATH } from '@oniverse/contracts';
import { WebSocket } from 'ws';
import type { Member } from './commands.js';
import type { ArrivingPacket, Dialect } from './dialect.js';
import type { PacketReader } from './packets.js';

const HANDSHAKE_TIMEOUT_MS = 20_000;

const code = (letter: string): number => letter.charCodeAt(0);
const [OPEN, PING, MESSAGE] = [code('0'), code('2'), code('4')];
const [CONNECT, EVENT, ACK, CONNECT_ERROR] = [code('0'), code('2'), code('3'), code('4')];

/** Returns the address of a member. One address may open only some sockets. */
const addressOf = (id: number): string => `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`;

export interface ClientListener {
  onPacket(packet: ArrivingPacket): void;
  onClose(): void;
}

/** A minimal socket.io client. It repairs nothing, so that the benchmark sees every fault. */
export class LoadClient {
  private readonly answers = new Map<number, (answer: unknown) => void>();
  private isClosed = false;
  private lastRequest = 0;

  private constructor(
    private readonly socket: WebSocket,
    private readonly reader: PacketReader,
    private readonly listener: ClientListener,
  ) {}

  /** @throws Error if the server rejects the session or does not answer */
  static async connect(
    url: string,
    dialect: Dialect,
    { id, sessionId }: Pick<Member, 'id' | 'sessionId'>,
    reader: PacketReader,
    listener: ClientListener,
  ): Promise<LoadClient> {
    const address = `${url.replace(/^http/, 'ws')}${LIVE_PATH}/?EIO=4&transport=websocket`;
    const socket = new WebSocket(address, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      headers: { 'x-forwarded-for': addressOf(id) },
    });
    const client = new LoadClient(socket, reader, listener);
    const accepted = new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error('Handshake timed out')), HANDSHAKE_TIMEOUT_MS);
      socket.on('error', reject);
      socket.once('close', () => reject(new Error('Connection closed during the handshake')));
      socket.on('message', (data) => {
        if (!Buffer.isBuffer(data)) return;
        const isAccepted = client.handlePacket(data, dialect.credentials(sessionId));
        if (isAccepted === undefined) return;
        clearTimeout(timeout);
        if (isAccepted) resolve();
        else reject(new Error(data.toString()));
      });
    });
    try {
      await accepted;
    } catch (error) {
      socket.terminate();
      throw error;
    }
    socket.once('close', () => {
      client.isClosed = true;
      for (const resolve of client.answers.values()) resolve(undefined);
      listener.onClose();
    });
    return client;
  }

  /** Resolves with the acknowledgement; with undefined if the connection closes before it. */
  request(event: string, payload: object): Promise<unknown> {
    return new Promise((resolve) => {
      if (this.isClosed) {
        resolve(undefined);
        return;
      }
      this.lastRequest += 1;
      this.answers.set(this.lastRequest, resolve);
      this.socket.send(`42${this.lastRequest}${JSON.stringify([event, payload])}`);
    });
  }

  /** Stops reading, even pings. */
  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  /** Drops the connection without a close frame, as a lost network does. */
  terminate(): void {
    this.socket.terminate();
  }

  /** Returns whether the server accepted the session; undefined for any other packet. */
  private handlePacket(data: Buffer, credentials: object | undefined): boolean | undefined {
    if (data[0] === PING) this.socket.send('3');
    else if (data[0] === OPEN) this.socket.send(`40${credentials ? JSON.stringify(credentials) : ''}`);
    if (data[0] !== MESSAGE) return undefined;
    if (data[1] === EVENT) {
      const packet = this.reader.read(data);
      if (packet) this.listener.onPacket(packet);
    } else if (data[1] === ACK) {
      this.resolveRequest(data.toString());
    } else if (data[1] === CONNECT) {
      return true;
    } else if (data[1] === CONNECT_ERROR) {
      return false;
    }
    return undefined;
  }

  private resolveRequest(packet: string): void {
    const start = packet.indexOf('[');
    const request = Number(packet.slice(2, start));
    const answer: unknown = JSON.parse(packet.slice(start + 1, -1));
    this.answers.get(request)?.(answer);
    this.answers.delete(request);
  }
}
