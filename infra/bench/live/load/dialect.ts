import { readContent, type Sending } from './content.js';

/** The systems that are measured. */
export type SystemName = 'oniverse' | 'bare socket.io';

/** A message as it arrives. */
export interface Arrival extends Sending {
  /** Its place in the channel, where the system numbers messages. */
  seq: number | undefined;
}

/** A packet with messages of one channel. */
export interface ArrivingPacket {
  channelId: string;
  messages: readonly Arrival[];
}

/** In which words a system is spoken to; the protocol below is the same. */
export interface Dialect {
  /** What the connect packet carries. */
  credentials(sessionId: string): object | undefined;
  /** The request that opens a channel, and the one that sends a message. */
  readonly open: string;
  readonly send: string;
  /** The event that brings messages. */
  readonly arrival: string;
  read(payload: unknown): ArrivingPacket;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown, name: string): string {
  const found = field(value, name);
  if (typeof found !== 'string') throw new Error(`A packet without ${name}: ${JSON.stringify(value)}`);
  return found;
}

export const DIALECTS: Readonly<Record<SystemName, Dialect>> = {
  oniverse: {
    credentials: (sessionId) => ({ sessionId }),
    open: 'channel:open',
    send: 'message:send',
    arrival: 'messages:created',
    read: (payload) => {
      const messages = field(payload, 'messages');
      if (!Array.isArray(messages)) throw new Error('A packet without messages');
      return {
        channelId: text(payload, 'channelId'),
        messages: messages.map((message: unknown) => ({
          ...readContent(text(message, 'content')),
          seq: Number(field(message, 'seq')),
        })),
      };
    },
  },
  'bare socket.io': {
    credentials: () => undefined,
    open: 'open',
    send: 'send',
    arrival: 'message',
    read: (payload) => ({
      channelId: text(payload, 'channelId'),
      messages: [{ ...readContent(text(payload, 'content')), seq: undefined }],
    }),
  },
};

/** A number that an answer holds; 0 where it holds none. */
export function numberIn(answer: unknown, name: string): number {
  const found = field(answer, name);
  return typeof found === 'number' ? found : 0;
}

/** Whether an answer says that something is so. */
export function saysYes(answer: unknown, name: string): boolean {
  return field(answer, name) === true;
}

/** The `seq` of each message that an answer holds. */
export function seqsIn(answer: unknown): number[] {
  const messages = field(answer, 'messages');
  return Array.isArray(messages) ? messages.map((message: unknown) => numberIn(message, 'seq')) : [];
}
