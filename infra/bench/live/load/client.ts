import { LIVE_PATH } from '@oniverse/contracts';
import { WebSocket } from 'ws';
import type { ArrivingPacket, Dialect } from './dialect.js';
import type { PacketReader } from './packets.js';

/** A handshake that is not through by then has failed, in milliseconds. */
const HANDSHAKE_MS = 20_000;

const code = (letter: string): number => letter.charCodeAt(0);
const [OPEN, PING, MESSAGE] = [code('0'), code('2'), code('4')];
const [CONNECT, EVENT, ACK, REFUSAL] = [code('0'), code('2'), code('3'), code('4')];

/** What a client tells its crowd. */
export interface ClientEars {
  arrived(packet: ArrivingPacket): void;
  /** The connection is gone, whoever ended it. */
  closed(): void;
}

/**
 * One member's socket, which speaks socket.io's protocol as cheaply as can be over a bare websocket. Nothing is
 * repaired: what goes wrong is what is measured.
 */
export class LoadClient {
  private readonly answers = new Map<number, (answer: unknown) => void>();
  private lastRequest = 0;

  private constructor(
    private readonly socket: WebSocket,
    private readonly reader: PacketReader,
    private readonly ears: ClientEars,
  ) {}

  /**
   * Connects and signs in.
   * @throws Error where the server refuses or does not answer
   */
  static async connect(
    url: string,
    dialect: Dialect,
    sessionId: string,
    reader: PacketReader,
    ears: ClientEars,
  ): Promise<LoadClient> {
    const address = `${url.replace(/^http/, 'ws')}${LIVE_PATH}/?EIO=4&transport=websocket`;
    const socket = new WebSocket(address, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: HANDSHAKE_MS,
    });
    const client = new LoadClient(socket, reader, ears);
    await new Promise<void>((resolve, reject) => {
      const patience = setTimeout(() => reject(new Error('The handshake took too long')), HANDSHAKE_MS);
      socket.on('error', reject);
      socket.once('close', () => reject(new Error('Closed in the handshake')));
      socket.on('message', (data) => {
        if (!Buffer.isBuffer(data)) return;
        const admission = client.hear(data, dialect.credentials(sessionId));
        if (admission === undefined) return;
        clearTimeout(patience);
        if (admission) resolve();
        else reject(new Error(data.toString()));
      });
    });
    socket.once('close', () => ears.closed());
    return client;
  }

  /** Asks for something. @returns the acknowledgement; never settles where none comes */
  ask(event: string, payload: object): Promise<unknown> {
    return new Promise((resolve) => {
      this.lastRequest += 1;
      this.answers.set(this.lastRequest, resolve);
      this.socket.send(`42${this.lastRequest}${JSON.stringify([event, payload])}`);
    });
  }

  /** Reads nothing any more, not even pings. */
  stall(): void {
    this.socket.pause();
  }

  /** Reads again. */
  wake(): void {
    this.socket.resume();
  }

  /** Breaks the connection, as a lost network would. */
  cut(): void {
    this.socket.terminate();
  }

  /** @returns whether the server took this client in; undefined while it has said neither */
  private hear(data: Buffer, credentials: object | undefined): boolean | undefined {
    if (data[0] === PING) this.socket.send('3');
    else if (data[0] === OPEN) this.socket.send(`40${credentials ? JSON.stringify(credentials) : ''}`);
    if (data[0] !== MESSAGE) return undefined;
    if (data[1] === EVENT) {
      const packet = this.reader.read(data);
      if (packet) this.ears.arrived(packet);
    } else if (data[1] === ACK) {
      this.answer(data.toString());
    } else if (data[1] === CONNECT) {
      return true;
    } else if (data[1] === REFUSAL) {
      return false;
    }
    return undefined;
  }

  private answer(packet: string): void {
    const start = packet.indexOf('[');
    const request = Number(packet.slice(2, start));
    const answer: unknown = JSON.parse(packet.slice(start + 1, -1));
    this.answers.get(request)?.(answer);
    this.answers.delete(request);
  }
}
