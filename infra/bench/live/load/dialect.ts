import { readContent, type Sending } from './content.js';

export type SystemName = 'oniverse' | 'bare socket.io';

export interface Arrival extends Sending {
  /** The position in the channel; undefined if the system does not number messages. */
  seq: number | undefined;
}

export interface ArrivingPacket {
  channelId: string;
  messages: readonly Arrival[];
}

/** All systems use the socket.io protocol. */
export interface Dialect {
  credentials(sessionId: string): object | undefined;
  readonly open: string;
  readonly send: string;
  readonly arrival: string;
  read(payload: unknown): ArrivingPacket;
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** @throws Error if the packet or answer has no such text */
export function text(value: unknown, name: string): string {
  const found = field(value, name);
  if (typeof found !== 'string') throw new Error(`Packet without ${name}: ${JSON.stringify(value)}`);
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
      if (!Array.isArray(messages)) throw new Error('Packet without messages');
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

/** Returns a number field of an answer; 0 if absent. */
export function numberField(answer: unknown, name: string): number {
  const found = field(answer, name);
  return typeof found === 'number' ? found : 0;
}

export function isTrueField(answer: unknown, name: string): boolean {
  return field(answer, name) === true;
}

export function messageSeqs(answer: unknown): number[] {
  const messages = field(answer, 'messages');
  return Array.isArray(messages) ? messages.map((message: unknown) => numberField(message, 'seq')) : [];
}
