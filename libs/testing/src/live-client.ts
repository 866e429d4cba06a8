import { randomUUID } from 'node:crypto';
import {
  type ClientEvents,
  LIVE_PATH,
  type MessageView,
  type ServerEvent,
  type ServerEvents,
  type ServerPayload,
} from '@oniverse/contracts';
import { io, type Socket } from 'socket.io-client';

/** How long a test waits for something that must come, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Waits until a condition holds, asking again and again; throws with what it waited for where it never does. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = PATIENCE_MS,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** Something that the server told a client. */
export interface Told {
  event: string;
  payload: unknown;
}

/** A client of the live contract, as bare as can be: what it is told is written down, nothing is repaired. */
export class LiveClient {
  /** All that the server told, in order. */
  readonly told: Told[] = [];

  private constructor(readonly socket: Socket<ServerEvents, ClientEvents>) {
    socket.onAny((event: string, payload: unknown) => this.told.push({ event, payload }));
  }

  /**
   * Connects.
   * @param options.sessionId none for a watcher
   * @throws Error `connect_error` with the server's reason
   */
  static async connect(
    url: string,
    { sessionId, headers = {} }: { sessionId?: string; headers?: Record<string, string> } = {},
  ): Promise<LiveClient> {
    const socket: Socket<ServerEvents, ClientEvents> = io(url, {
      path: LIVE_PATH,
      transports: ['websocket'],
      auth: sessionId === undefined ? {} : { sessionId },
      extraHeaders: headers,
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
    });
    const client = new LiveClient(socket);
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
    } catch (error) {
      socket.disconnect();
      throw error;
    }
    return client;
  }

  /** Sends a message; throws where it is not acknowledged as stored. */
  async send(channelId: string, content: string, nonce: string = randomUUID()): Promise<MessageView> {
    const answer = await this.socket
      .timeout(PATIENCE_MS)
      .emitWithAck('message:send', { channelId, content, nonce });
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
    return answer.message;
  }

  /** Asks whatever it is given, and returns the acknowledgement; throws where none comes. */
  async ask(event: string, ...payload: unknown[]): Promise<Record<string, unknown>> {
    const untyped: Socket = this.socket;
    const answer: unknown = await untyped.timeout(PATIENCE_MS).emitWithAck(event, ...payload);
    if (typeof answer !== 'object' || answer === null) throw new Error(`No object came back for ${event}`);
    return Object.fromEntries(Object.entries(answer));
  }

  /** The payloads of one event, in order. */
  payloads<E extends ServerEvent>(event: E): ServerPayload<E>[] {
    return this.told.flatMap((told) => (isEvent(told, event) ? [told.payload] : []));
  }

  /** The messages that were pushed for a channel, in the order in which they came. */
  messages(channelId: string): MessageView[] {
    return this.payloads('messages:created').flatMap((packet) =>
      packet.channelId === channelId ? packet.messages : [],
    );
  }

  close(): void {
    this.socket.disconnect();
  }
}

function isEvent<E extends ServerEvent>(
  told: Told,
  event: E,
): told is { event: E; payload: ServerPayload<E> } {
  return told.event === event;
}
