import {
  type ChannelView,
  type InvitePreview,
  type InviteView,
  type OkAnswer,
  SERVER_ROLES,
  type ServerView,
} from '@oniverse/contracts';
import { type Guard, isFlag, isNullable, isNumber, isOneOf, isShape, isText } from '../../api/guards.js';

/** A dimension as it comes over the wire. */
export const isServer = isShape<ServerView>({
  id: isText,
  ownerId: isText,
  name: isText,
  description: isNullable(isText),
  isPublic: isFlag,
  memberCount: isNumber,
  membership: isNullable(isShape<NonNullable<ServerView['membership']>>({ role: isOneOf(SERVER_ROLES) })),
  unreadCount: isNumber,
  mentionCount: isNumber,
  createdAt: isText,
  updatedAt: isText,
});

/** A channel as it comes over the wire. */
export const isChannel = isShape<ChannelView>({
  id: isText,
  serverId: isText,
  name: isText,
  description: isNullable(isText),
  isDefault: isFlag,
  lastSeq: isNumber,
  readSeq: isNumber,
  unreadCount: isNumber,
  mentionCount: isNumber,
  createdAt: isText,
  updatedAt: isText,
});

/** An invite, as who made it sees it once. */
export const isInvite = isShape<InviteView>({
  code: isText,
  url: isText,
  expiresAt: isText,
  maxUses: isNullable(isNumber),
  uses: isNumber,
});

/** Where an invite leads. */
export const isPreview = isShape<InvitePreview>({
  code: isText,
  server: isShape<InvitePreview['server']>({
    id: isText,
    name: isText,
    description: isNullable(isText),
    memberCount: isNumber,
  }),
  expiresAt: isText,
});

const isTrue: Guard<true> = (value) => value === true;
/** The answer of a call with nothing to say. */
export const isOk = isShape<OkAnswer>({ ok: isTrue });
