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

const TIMEOUT_MS = 45_000;

/** Polls until a condition is true. @throws Error with `what` after the timeout */
export async function waitUntil(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

export interface ReceivedEvent {
  event: string;
  payload: unknown;
}

/** A minimal client of the live contract, which records events and repairs nothing. */
export class LiveClient {
  readonly received: ReceivedEvent[] = [];

  private constructor(readonly socket: Socket<ServerEvents, ClientEvents>) {
    socket.onAny((event: string, payload: unknown) => this.received.push({ event, payload }));
  }

  /** Connects; without `sessionId` as a visitor. @throws Error from `connect_error` with the server's reason */
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

  /** Sends a message. @throws Error if it is not acknowledged as stored */
  async send(channelId: string, content: string, nonce: string = randomUUID()): Promise<MessageView> {
    const answer = await this.socket
      .timeout(TIMEOUT_MS)
      .emitWithAck('message:send', { channelId, content, nonce });
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
    return answer.message;
  }

  /** Sends any request and returns the acknowledgement. @throws Error if none arrives */
  async request(event: string, ...payload: unknown[]): Promise<Record<string, unknown>> {
    const untyped: Socket = this.socket;
    const answer: unknown = await untyped.timeout(TIMEOUT_MS).emitWithAck(event, ...payload);
    if (typeof answer !== 'object' || answer === null)
      throw new Error(`${event} was not acknowledged with an object`);
    return Object.fromEntries(Object.entries(answer));
  }

  payloads<E extends ServerEvent>(event: E): ServerPayload<E>[] {
    return this.received.flatMap((entry) => (isEvent(entry, event) ? [entry.payload] : []));
  }

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
  entry: ReceivedEvent,
  event: E,
): entry is { event: E; payload: ServerPayload<E> } {
  return entry.event === event;
}
