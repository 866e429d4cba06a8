import type { ProblemAck } from './problems.js';
import type { MessageView } from './messages.js';

/** The path of the socket. */
export const LIVE_PATH = '/socket.io';

/** An acknowledgement: what was asked for, or why not. */
export type Ack<T> = ({ ok: true } & T) | ProblemAck;

/** `channel:open`. To resume, `from` and `after` are the oldest and newest `seq` held, `rev` the last seen. */
export interface ChannelOpenRequest {
  channelId: string;
  from?: number | null;
  after?: number | null;
  rev?: number | null;
}

export interface ChannelOpenAnswer {
  lastSeq: number;
  lastRev: number;
  /** What came after `after`, ascending; without it the latest. */
  messages: MessageView[];
  /** What lies between `from` and `after` and was edited or deleted after `rev`. */
  changed: MessageView[];
  /** There is more after the last of `messages`: ask again with its `seq`. */
  more: boolean;
  /** Too much has happened: the client forgets what it holds and starts from `messages`. */
  reset?: true;
}

export interface MessageSendRequest {
  channelId: string;
  content: string;
  nonce: string;
}

/** Why a session ended: the member logged out, it ran out, or another device or the member ended it. */
export type SessionEndReason = 'logout' | 'expired' | 'ended';

/** What a client may ask. Every request is acknowledged. */
export interface ClientEvents {
  'waitlist:watch': (request: Record<string, never>, ack: (answer: Ack<{ count: number }>) => void) => void;
  'channel:open': (request: ChannelOpenRequest, ack: (answer: Ack<ChannelOpenAnswer>) => void) => void;
  'channel:close': (request: { channelId: string }, ack: (answer: Ack<object>) => void) => void;
  'message:send': (request: MessageSendRequest, ack: (answer: Ack<{ message: MessageView }>) => void) => void;
}

/** What the server tells. */
export interface ServerEvents {
  'waitlist:count': (payload: { count: number }) => void;
  /** All that was committed in a channel since the last packet, ascending by `seq`. */
  'messages:created': (payload: { channelId: string; messages: MessageView[] }) => void;
  'session:ended': (payload: { reason: SessionEndReason }) => void;
}

/** The name of something that the server tells, and what it carries. */
export type ServerEvent = keyof ServerEvents;
export type ServerPayload<E extends ServerEvent> = Parameters<ServerEvents[E]>[0];

/** Rooms: who hears what. */
export const ROOMS = {
  waitlist: 'waitlist',
  channel: (channelId: string) => `channel:${channelId}`,
  /** By the session's public id. */
  session: (publicId: string) => `session:${publicId}`,
} as const;
