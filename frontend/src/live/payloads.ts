import type {
  Ack,
  ChannelOpenAnswer,
  ClientEvents,
  ConstellationChange,
  ChangedMember,
  DeletedMessage,
  ImageView,
  MemberView,
  MessageAuthor,
  MessageView,
  ProblemAck,
  ServerChange,
  ServerEvent,
  ServerPayload,
  SessionEndReason,
} from '@oniverse/contracts';
import { PROBLEMS, SERVER_ROLES } from '@oniverse/contracts';
import {
  type Guard,
  isFlag,
  isListOf,
  isNullable,
  isNumber,
  isOneOf,
  isOptional,
  isRecord,
  isShape,
  isText,
} from '../api/guards.js';
import { isCurrentUser } from '../session/current-user.js';

/** The name of something that may be asked, what it carries and what a good answer holds. */
export type LiveRequest = keyof ClientEvents;
export type RequestPayload<E extends LiveRequest> = Parameters<ClientEvents[E]>[0];
export type RequestAnswer<E extends LiveRequest> =
  Parameters<Parameters<ClientEvents[E]>[1]>[0] extends Ack<infer T> ? T : never;

const isAuthor = isShape<MessageAuthor>({
  username: isText,
  displayName: isNullable(isText),
  profileImageUrl: isNullable(isText),
});

const isRole = isOneOf(SERVER_ROLES);

/** A member of a dimension as it comes over the wire. */
export const isMember = isShape<MemberView>({
  userId: isText,
  username: isText,
  displayName: isNullable(isText),
  profileImageUrl: isNullable(isText),
  role: isRole,
  online: isFlag,
  joinedAt: isText,
});

const isServerChange = isShape<ServerChange>({
  id: isText,
  ownerId: isText,
  name: isText,
  description: isNullable(isText),
  isPublic: isFlag,
  memberCount: isNumber,
  membership: isOptional(isNullable(isShape<NonNullable<ServerChange['membership']>>({ role: isRole }))),
  unreadCount: isOptional(isNumber),
  mentionCount: isOptional(isNumber),
  createdAt: isText,
  updatedAt: isText,
});

/** A message as it comes over the wire, live or by REST. */
export const isMessage = isShape<MessageView>({
  id: isText,
  channelId: isText,
  userId: isNullable(isText),
  seq: isNumber,
  rev: isNumber,
  content: isText,
  nonce: isText,
  author: isNullable(isAuthor),
  createdAt: isText,
  updatedAt: isText,
  editedAt: isNullable(isText),
  deletedAt: isNullable(isText),
});

/** A picture of an album as it comes over the wire, live or by REST. */
export const isImage = isShape<ImageView>({
  id: isText,
  userId: isText,
  boardId: isNullable(isText),
  title: isNullable(isText),
  description: isNullable(isText),
  imageUrl: isText,
  tags: isListOf(isText),
  isPublic: isFlag,
  width: isNullable(isNumber),
  height: isNullable(isNumber),
  blurhash: isNullable(isText),
  ready: isFlag,
  createdAt: isText,
  updatedAt: isText,
});

/** A refusal; a code that this client does not know yet counts as an unexpected failure. */
export function problemOf(answer: unknown): ProblemAck | undefined {
  if (!isRecord(answer) || answer['ok'] !== false) return undefined;
  const { code, message, retryAfter } = answer;
  return {
    ok: false,
    code: isKnownCode(code) ? code : 'internal_error',
    message: isText(message) ? message : 'The request was refused.',
    ...(isNumber(retryAfter) && { retryAfter }),
  };
}

const isKnownCode = (code: unknown): code is keyof typeof PROBLEMS => isText(code) && code in PROBLEMS;

const isReset: Guard<true> = (value) => value === true;
const isOpenAnswer = isShape<ChannelOpenAnswer>({
  lastSeq: isNumber,
  lastRev: isNumber,
  messages: isListOf(isMessage),
  changed: isListOf(isMessage),
  more: isFlag,
  reset: isOptional(isReset),
});
const isAnything: Guard<object> = (value) => isRecord(value);

/** What a good answer to each request looks like. */
export const ANSWERS: { [E in LiveRequest]: Guard<RequestAnswer<E>> } = {
  'waitlist:watch': isShape<{ count: number }>({ count: isNumber }),
  'constellation:watch': isAnything,
  'channel:open': isOpenAnswer,
  'channel:close': isAnything,
  'message:send': isShape<{ message: MessageView }>({ message: isMessage }),
  'typing:start': isAnything,
  'typing:stop': isAnything,
  'presence:list': isShape<{ online: string[] }>({ online: isListOf(isText) }),
};

/** What each thing that the server tells looks like. */
export const EVENTS: { [E in ServerEvent]: Guard<ServerPayload<E>> } = {
  'waitlist:count': isShape<{ count: number }>({ count: isNumber }),
  'constellation:changed': isShape<ConstellationChange>({
    users: isListOf(
      isShape<ConstellationChange['users'][number]>({
        id: isText,
        username: isText,
        displayName: isNullable(isText),
      }),
    ),
    connections: isListOf(
      isShape<ConstellationChange['connections'][number]>({
        fromUserId: isText,
        toUserId: isText,
        strength: isNumber,
        sharedTags: isListOf(isText),
      }),
    ),
    removed: isShape<ConstellationChange['removed']>({
      userIds: isListOf(isText),
      pairs: isListOf(isListOf(isText)),
    }),
  }),
  'messages:created': isShape<{ channelId: string; messages: MessageView[] }>({
    channelId: isText,
    messages: isListOf(isMessage),
  }),
  'message:edited': isMessage,
  'message:deleted': isShape<DeletedMessage>({ id: isText, channelId: isText, seq: isNumber, rev: isNumber }),
  'channel:activity': isShape<ServerPayload<'channel:activity'>>({
    serverId: isText,
    channels: isListOf(
      isShape<{ channelId: string; lastSeq: number }>({ channelId: isText, lastSeq: isNumber }),
    ),
  }),
  mention: isShape<ServerPayload<'mention'>>({ serverId: isText, channelId: isText, seq: isNumber }),
  typing: isShape<ServerPayload<'typing'>>({
    channelId: isText,
    userId: isText,
    username: isText,
    until: isText,
  }),
  presence: isShape<ServerPayload<'presence'>>({
    serverId: isText,
    online: isListOf(isText),
    offline: isListOf(isText),
  }),
  'member:joined': isShape<ServerPayload<'member:joined'>>({
    serverId: isText,
    member: isMember,
    memberCount: isNumber,
    updatedAt: isText,
  }),
  'member:left': isShape<ServerPayload<'member:left'>>({
    serverId: isText,
    userId: isText,
    memberCount: isNumber,
    updatedAt: isText,
  }),
  'member:changed': isShape<ChangedMember>({
    userId: isText,
    username: isText,
    displayName: isNullable(isText),
    profileImageUrl: isNullable(isText),
    inServer: isNullable(isShape<NonNullable<ChangedMember['inServer']>>({ serverId: isText, role: isRole })),
  }),
  'server:changed': isServerChange,
  'server:removed': isShape<ServerPayload<'server:removed'>>({ serverId: isText }),
  'avatar:ready': isCurrentUser,
  'image:ready': isImage,
  'upload:failed': isShape<ServerPayload<'upload:failed'>>({
    objectPath: isText,
    code: isKnownCode,
    message: isText,
  }),
  'session:ended': isShape<{ reason: SessionEndReason }>({
    reason: isOneOf(['logout', 'expired', 'ended']),
  }),
};

/** Whether a name is that of something that the server tells and this client knows. */
export const isServerEvent = (name: string): name is ServerEvent => Object.hasOwn(EVENTS, name);
