import { UPLOAD_MESSAGES } from '../album/objects.js';
import * as v from 'valibot';
import { currentUserSchema } from '../account/current-user.js';
import { imageSchema } from '../album/images.js';
import { constellationChangeSchema } from '../people/constellation.js';
import { draftSchema } from '../talk/drafts.js';
import { memberChangeSchema, memberSchema } from '../talk/members.js';
import {
  deletedMessageSchema,
  draftRevField,
  messageSchema,
  removedAuthorSchema,
  replyToField,
  MESSAGE_RULES,
} from '../talk/messages.js';
import { notificationStateSchema } from '../talk/notification-state.js';
import { objectPathPart, parentIdPart } from './parts.js';
import { isPhraseParams, type PhraseParams } from './phrases.js';
import { MESSAGES, PROBLEMS } from './problems.js';
import { ownReactionsSchema } from '../talk/reactions.js';
import { readMarksChangeSchema } from '../talk/read-marks.js';
import {
  idField,
  numberField,
  omittableByNull,
  POSITION,
  requestBody,
  type RequestFields,
  textField,
} from './request-fields.js';
import {
  documented,
  flag,
  id,
  keyOf,
  list,
  timestamp,
  literalFalse,
  nullable,
  object,
  oneOf,
  optional,
  type Schema,
  text,
  type TypeOf,
  wholeNumber,
  literalTrue,
} from './schema.js';
import { serverChangeSchema } from '../talk/servers.js';
import { threadChangeSchema } from '../talk/threads.js';

export interface LiveRequest<F extends RequestFields, A> {
  summary: string;
  /** `everyone` includes visitors without a session. */
  access: 'everyone' | 'members';
  body: { title: string; description: string; fields: F };
  /** The content of the acknowledgement besides `ok: true`. */
  answer: Schema<A>;
}

export interface LiveEvent<P> {
  summary: string;
  to: string;
  payload: Schema<P>;
}

const request = <F extends RequestFields, A>(definition: LiveRequest<F, A>): LiveRequest<F, A> => definition;
const event = <P>(definition: LiveEvent<P>): LiveEvent<P> => definition;

const channelId = id('The channel.');
const serverId = id('The dimension.');
const userIds = (description: string) => list(id('A member.'), description);
const memberCount = wholeNumber('The number of members after the change.', { example: 128 });
const updatedAt = timestamp(
  'When the dimension changed. Events can arrive out of order: ignore one that is older than your copy.',
);
const nothing = object('Nothing', 'Empty.', {});
const empty = { title: 'Nothing', description: 'Empty.', fields: {} };
const channelFields = requestBody({ channelId: idField('The channel.') });
const position = (description: string) => omittableByNull(numberField(description, POSITION));

const problemCode = keyOf(PROBLEMS, 'The error code, as in REST responses.', 'not_found');

const reason = (example: string) =>
  optional(text('The key of the message, for other languages.', { example }));
const params = optional(
  documented(v.custom<PhraseParams>(isPhraseParams), {
    type: 'object',
    description: 'The values in the message, by name.',
  }),
);

export const problemAckSchema = object('ProblemAck', 'The acknowledgement of a failed request.', {
  ok: literalFalse('Always false.'),
  code: problemCode,
  message: text('A readable message, in English.', { example: MESSAGES.notFound.message }),
  reason: reason('notFound'),
  params,
  retryAfter: optional(wholeNumber('Seconds to wait before trying again.', { example: 3 })),
  requestId: optional(
    text('For a server error: the id of the request in the log.', {
      example: '0f6f3a4e-6f0b-4d53-9a39-5a8f4e0c2b11',
    }),
  ),
});

export type ProblemAck = TypeOf<typeof problemAckSchema>;

/** The requests of a client. Each is acknowledged. */
export const LIVE_REQUESTS = {
  'waitlist:watch': request({
    summary: 'Subscribes to the number of waitlist entries.',
    access: 'everyone',
    body: empty,
    answer: object('WaitlistWatched', 'The current count.', {
      count: wholeNumber('Entries on the waitlist.', { example: 1_204 }),
    }),
  }),
  'constellation:watch': request({
    summary: 'Subscribes to `constellation:changed`.',
    access: 'members',
    body: empty,
    answer: nothing,
  }),
  'feed:watch': request({
    summary: 'Subscribes to `feed:changed`.',
    access: 'members',
    body: empty,
    answer: nothing,
  }),
  'feed:unwatch': request({
    summary: 'Unsubscribes from `feed:changed`.',
    access: 'members',
    body: empty,
    answer: nothing,
  }),
  'post:watch': request({
    summary:
      'Subscribes to `post:changed` of a post. A connection watches one post: the request replaces the previous one.',
    access: 'members',
    body: {
      title: 'PostWatch',
      description: 'The post.',
      fields: requestBody({ postId: idField('The post.') }),
    },
    answer: nothing,
  }),
  'post:unwatch': request({
    summary: 'Unsubscribes from `post:changed`.',
    access: 'members',
    body: empty,
    answer: nothing,
  }),
  'channel:open': request({
    summary:
      'Subscribes to a channel. A resuming client sends the range of its copy and receives what it missed: new messages, edits, deletions, reactions, summaries of threads and removed authors.',
    access: 'members',
    body: {
      title: 'ChannelOpen',
      description: "The channel, and the range of the client's copy.",
      fields: {
        ...channelFields,
        from: position('The oldest `seq` of the copy.'),
        after: position('The newest `seq` of the copy.'),
        rev: position('The last `rev` that the client received.'),
      },
    },
    answer: object('ChannelOpened', 'The state of the channel, and what the client missed.', {
      lastSeq: wholeNumber('The `seq` of the newest message.', { example: 530 }),
      lastRev: wholeNumber('The current `rev` of the channel.', { example: 561 }),
      messages: list(
        messageSchema,
        'Messages after `after` in ascending order; without `after`, the latest messages.',
      ),
      changed: list(
        messageSchema,
        'Messages from `from` to `after`, and messages that these quote, that were edited or deleted, or whose reactions or thread changed, after `rev`.',
      ),
      removedAuthors: optional(
        list(removedAuthorSchema, 'Authors who were removed after `rev`; absent if there are none.'),
      ),
      more: flag('Whether more messages follow: request them with the last `seq` of `messages`.', false),
      reset: optional(literalTrue('The client missed too much: it must replace its copy with `messages`.')),
    }),
  }),
  'channel:close': request({
    summary: 'Unsubscribes from a channel.',
    access: 'members',
    body: { title: 'ChannelClose', description: 'The channel.', fields: channelFields },
    answer: nothing,
  }),
  'message:send': request({
    summary:
      'Sends a message; acknowledged once it is stored. Repeating a nonce does not store a second message.',
    access: 'members',
    body: {
      title: 'MessageSend',
      description: 'The message, and its channel.',
      fields: {
        ...channelFields,
        content: textField(MESSAGE_RULES.content),
        nonce: textField(MESSAGE_RULES.nonce),
        replyToSeq: replyToField(),
        draftRev: draftRevField(),
      },
    },
    answer: object('MessageSent', 'The stored message.', { message: messageSchema }),
  }),
  'typing:start': request({
    summary: 'Starts a typing indicator, which expires after a few seconds.',
    access: 'members',
    body: { title: 'TypingStart', description: 'The channel.', fields: channelFields },
    answer: nothing,
  }),
  'typing:stop': request({
    summary: 'Ends a typing indicator.',
    access: 'members',
    body: { title: 'TypingStop', description: 'The channel.', fields: channelFields },
    answer: nothing,
  }),
  'presence:list': request({
    summary: 'Lists the members of a dimension who are online, including the caller.',
    access: 'members',
    body: {
      title: 'PresenceList',
      description: 'The dimension.',
      fields: { serverId: idField('The dimension.') },
    },
    answer: object('PresenceListed', 'The members who are online.', {
      online: userIds('Members who are online.'),
    }),
  }),
} as const;

export const LIVE_EVENTS = {
  'waitlist:count': event({
    summary:
      'The number of waitlist entries changed. At most five per second; the last value is always sent.',
    to: 'subscribers of the waitlist',
    payload: object('WaitlistCount', 'The current count.', {
      count: wholeNumber('Entries on the waitlist.', { example: 1_204 }),
    }),
  }),
  'constellation:changed': event({
    summary: 'Nodes or links changed. Ignore links to members that the client does not know.',
    to: 'subscribers of the constellation',
    payload: constellationChangeSchema,
  }),
  'links:changed': event({
    summary:
      'Links of the member, or suggestions of links, were created, changed or removed. A hint without content: the client fetches the links that it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of both members',
    payload: object('LinksChanged', 'Empty.', {}),
  }),
  'feed:changed': event({
    summary:
      'Public posts were written, changed or removed. At most one per second. A hint without content: the client fetches the newest page of its feed. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'subscribers of the feeds',
    payload: object('FeedChanged', 'When to fetch.', {
      withinMs: wholeNumber(
        'Upper bound in milliseconds of the random delay before the client fetches. It grows with the number of subscribers.',
        { example: 250 },
      ),
    }),
  }),
  'post:changed': event({
    summary:
      'The watched post, its replies or its ripples changed, or its author became private. A hint without content: the client fetches what it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'subscribers of the post; only its author while others cannot see it',
    payload: object('PostChanged', 'The post, and when to fetch.', {
      postId: nullable(id('The post; null for all posts of the author.')),
      withinMs: wholeNumber(
        'Upper bound in milliseconds of the random delay before the client fetches. It grows with the number of subscribers.',
        { example: 20 },
      ),
    }),
  }),
  'bookmarks:changed': event({
    summary:
      'The member kept something or let it go. A hint without content. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: object('BookmarksChanged', 'Empty.', {}),
  }),
  'visibility:changed': event({
    summary:
      'What the member may see changed: a block or mute was made or lifted, for example. A hint without content: the client fetches what it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: object('VisibilityChanged', 'Empty.', {}),
  }),
  'messages:created': event({
    summary: 'New messages in a channel since the last event.',
    to: 'sockets with the channel open, including the sender',
    payload: object('MessagesCreated', 'New messages.', {
      channelId,
      messages: list(messageSchema, 'In ascending order of `seq`.'),
    }),
  }),
  'message:edited': event({
    summary:
      'A message was edited, or its reactions or the summary of its thread changed. These changes, deletions and new messages arrive in order of `rev`.',
    to: 'sockets with the channel open',
    payload: messageSchema,
  }),
  'message:deleted': event({
    summary:
      'A message was deleted, or the summary of the thread of a deleted message changed. It keeps its `seq` and thread, and is shown as deleted.',
    to: 'sockets with the channel open',
    payload: deletedMessageSchema,
  }),
  'reactions:own': event({
    summary:
      'The member added or removed a reaction on one of their devices, for `isMine` on the others. Hints can be lost; the reactions themselves arrive as `message:edited`.',
    to: 'all sockets of the member',
    payload: ownReactionsSchema,
  }),
  'author:removed': event({
    summary:
      'A member erased their account. All their messages in the channel lose their author, as one change in order of `rev`.',
    to: 'sockets with the channel open',
    payload: removedAuthorSchema,
  }),
  'channel:activity': event({
    summary: 'Channels of a dimension have new messages. At most one per second.',
    to: 'members of the dimension',
    payload: object('ChannelActivity', 'Channels with new messages.', {
      serverId,
      channels: list(
        object('ActiveChannel', 'A channel and its newest message.', {
          channelId,
          lastSeq: wholeNumber('The `seq` of the newest message.', { example: 530 }),
          userIds: optional(list(id('An author of messages since the last event.'))),
        }),
      ),
    }),
  }),
  'thread:changed': event({
    summary:
      'A thread that the member follows has new messages (at most one event per second), or the member followed or stopped following it. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the members who follow the thread, or of the member',
    payload: threadChangeSchema,
  }),
  mention: event({
    summary: 'The member was mentioned in a message.',
    to: 'all sockets of the mentioned member',
    payload: object('Mentioned', 'The message.', {
      serverId,
      channelId,
      parentId: optional(parentIdPart),
      seq: wholeNumber('The `seq` of the message.', { example: 530 }),
      userId: optional(id('Its author.')),
    }),
  }),
  'attention:changed': event({
    summary:
      'The member chose what to hear of in a dimension or channel. A hint without content: the client fetches the levels and the unread counts. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: object('AttentionChanged', 'Empty.', {}),
  }),
  'read-marks:changed': event({
    summary:
      'The member read channels on one of their devices. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: readMarksChangeSchema,
  }),
  'draft:changed': event({
    summary:
      'The member wrote, changed, sent or deleted a draft on one of their devices. A client with newer changes of its own keeps them. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: draftSchema,
  }),
  'account:changed': event({
    summary:
      "The member's address, factors, sessions or account activity changed. A hint: the client fetches what it shows.",
    to: 'all sockets of the member',
    payload: nothing,
  }),
  'notifications:changed': event({
    summary:
      'The night log of the member changed: a new entry, a withdrawn one, or a read mark of another device. A hint: the client fetches what it shows. Hints can be lost, so clients also fetch after reconnecting.',
    to: 'all sockets of the member',
    payload: notificationStateSchema,
  }),
  typing: event({
    summary: 'A member is typing.',
    to: 'sockets with the channel open, except across a block',
    payload: object('Typing', 'The member, and how long the indicator lasts.', {
      channelId,
      userId: id('The member.'),
      username: text('The Oni ID.', { example: 'vesper' }),
      until: timestamp('When the indicator expires; a time in the past ends it.'),
    }),
  }),
  presence: event({
    summary: 'Members of a dimension came online or went offline. At most one per second.',
    to: 'members of the dimension, except across a block',
    payload: object('Presence', 'The changes.', {
      serverId,
      online: userIds('Members who are online now.'),
      offline: userIds('Members who are offline now.'),
    }),
  }),
  'member:joined': event({
    summary: 'A member joined a dimension.',
    to: 'members of the dimension, including the new one, except across a block',
    payload: object('MemberJoined', 'The new member.', {
      serverId,
      member: memberSchema,
      memberCount,
      updatedAt,
    }),
  }),
  'member:left': event({
    summary: 'A member left a dimension, or was removed.',
    to: 'members of the dimension, except across a block',
    payload: object('MemberLeft', 'The former member.', {
      serverId,
      userId: id('The member.'),
      memberCount,
      updatedAt,
    }),
  }),
  'member:changed': event({
    summary: 'The name, avatar or role of a member changed.',
    to: 'members of all dimensions of the member; for a role, members of that dimension; not across a block',
    payload: memberChangeSchema,
  }),
  'server:changed': event({
    summary:
      "A dimension changed: its name, description, owner or channels, or the recipient's own membership or role. Channels are not included: a client that shows them fetches them again.",
    to: 'members of the dimension and sockets with a deleted channel open; for a membership, only that member',
    payload: serverChangeSchema,
  }),
  'server:removed': event({
    summary: 'A dimension was deleted, or the recipient can no longer see it.',
    to: 'its members and sockets with one of its channels open; for a former member, only that member',
    payload: object('ServerRemoved', 'The dimension.', { serverId }),
  }),
  'avatar:ready': event({
    summary: 'A new avatar is ready and in use.',
    to: 'all sockets of the owner',
    payload: currentUserSchema,
  }),
  'image:ready': event({
    summary: 'The renditions of a picture are ready. Sent once per picture.',
    to: 'all sockets of the owner',
    payload: imageSchema,
  }),
  'upload:failed': event({
    summary:
      'An upload could not be processed. An avatar stays unchanged; a picture is removed from the album.',
    to: 'all sockets of the owner',
    payload: object('UploadFailed', 'The upload, and the reason.', {
      objectPath: objectPathPart,
      code: problemCode,
      message: text('A readable message, in English.', { example: UPLOAD_MESSAGES.imageBroken.message }),
      reason: reason('imageBroken'),
      params,
    }),
  }),
  'session:ended': event({
    summary: 'The session ended. The socket closes.',
    to: 'the sockets of that session',
    payload: object('SessionEnded', 'The reason.', {
      reason: oneOf(
        ['logout', 'expired', 'ended'],
        '`logout`: the member logged out. `expired`: the session expired. `ended`: it was ended from another device.',
        'logout',
      ),
    }),
  }),
} as const;
