import type { LIVE_EVENTS, LIVE_REQUESTS } from './live-events.js';
import type { ProblemAck } from './problems.js';
import type { TypeOf } from './schema.js';

/** The path of the socket. */
export const LIVE_PATH = '/socket.io';

/** An acknowledgement: what was asked for, or why not. */
export type Ack<T> = ({ ok: true } & T) | ProblemAck;

type Requests = typeof LIVE_REQUESTS;
type Events = typeof LIVE_EVENTS;

/** The name of something that the server tells, and what it carries. */
export type ServerEvent = keyof Events;
export type ServerPayload<E extends ServerEvent> = TypeOf<Events[E]['payload']>;

/** What a client may ask. Every request is acknowledged. */
export type ClientEvents = {
  [E in keyof Requests]: (
    request: TypeOf<Requests[E]['payload']>,
    ack: (answer: Ack<TypeOf<Requests[E]['answer']>>) => void,
  ) => void;
};

/** What the server tells. */
export type ServerEvents = { [E in ServerEvent]: (payload: ServerPayload<E>) => void };

/** `channel:open`: what is asked, and what is answered. */
export type ChannelOpenRequest = TypeOf<Requests['channel:open']['payload']>;
export type ChannelOpenAnswer = TypeOf<Requests['channel:open']['answer']>;

/** `message:send`: what is asked. */
export type MessageSendRequest = TypeOf<Requests['message:send']['payload']>;

/** Why a session ended: the member logged out, it ran out, or another device or the member ended it. */
export type SessionEndReason = ServerPayload<'session:ended'>['reason'];

/** Rooms: who hears what. */
export const ROOMS = {
  waitlist: 'waitlist',
  constellation: 'constellation',
  channel: (channelId: string) => `channel:${channelId}`,
  /** Its members. */
  server: (serverId: string) => `server:${serverId}`,
  /** All sockets of a member. */
  user: (userId: string) => `user:${userId}`,
  /** By the session's public id. */
  session: (publicId: string) => `session:${publicId}`,
} as const;
