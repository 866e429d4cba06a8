import type { LIVE_EVENTS } from './live-events.js';
import type { LIVE_REQUESTS, ProblemAck } from './live-requests.js';
import type { BodyOf } from './request-fields.js';
import type { TypeOf } from './schema.js';

export const LIVE_PATH = '/socket.io';

export type Ack<T> = ({ ok: true } & T) | ProblemAck;

type Requests = typeof LIVE_REQUESTS;
type Events = typeof LIVE_EVENTS;

export type ServerEvent = keyof Events;
export type ServerPayload<E extends ServerEvent> = TypeOf<Events[E]['payload']>;

/** The body of a live request. */
export type LiveBody<E extends keyof Requests> = BodyOf<Requests[E]['body']['fields']>;

export type ClientEvents = {
  [E in keyof Requests]: (
    request: LiveBody<E>,
    ack: (answer: Ack<TypeOf<Requests[E]['answer']>>) => void,
  ) => void;
};

export type ServerEvents = { [E in ServerEvent]: (payload: ServerPayload<E>) => void };

export type ChannelOpenRequest = LiveBody<'channel:open'>;
export type ChannelOpenAnswer = TypeOf<Requests['channel:open']['answer']>;

export type MessageSendRequest = LiveBody<'message:send'>;

export type SessionEndReason = ServerPayload<'session:ended'>['reason'];

export const ROOMS = {
  waitlist: 'waitlist',
  constellation: 'constellation',
  feed: 'feed',
  post: (postId: string) => `post:${postId}`,
  /** Everyone who watches a post of the member. */
  postsBy: (authorId: string) => `posts-by:${authorId}`,
  /** Everyone who watches a game that is open to visitors. */
  game: (gameId: string) => `game:${gameId}`,
  channel: (channelId: string) => `channel:${channelId}`,
  /** The members who read a private channel. Those of other channels are in the room of the server. */
  readers: (channelId: string) => `readers:${channelId}`,
  server: (serverId: string) => `server:${serverId}`,
  user: (userId: string) => `user:${userId}`,
  session: (publicId: string) => `session:${publicId}`,
} as const;
