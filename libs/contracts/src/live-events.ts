import { currentUserSchema } from './accounts.js';
import { imageSchema } from './album.js';
import { constellationChangeSchema } from './constellation.js';
import { memberChangeSchema, memberSchema } from './members.js';
import { deletedMessageSchema, messageSchema } from './messages.js';
import { objectPathPart } from './parts.js';
import { MESSAGES, type ProblemAck, type ProblemCode, PROBLEMS } from './problems.js';
import {
  flag,
  id,
  list,
  moment,
  no,
  nullable,
  object,
  oneOf,
  optional,
  type Schema,
  text,
  wholeNumber,
  yes,
} from './schema.js';
import { serverChangeSchema } from './servers.js';

/** Something that a client asks over its socket. */
export interface LiveRequest<P, A> {
  summary: string;
  /** Who may ask: watchers without a session too, or members alone. */
  access: 'everyone' | 'members';
  payload: Schema<P>;
  /** What the acknowledgement holds beside `ok: true`. */
  answer: Schema<A>;
}

/** Something that the server tells of its own accord. */
export interface LiveEvent<P> {
  summary: string;
  /** Who hears it. */
  to: string;
  payload: Schema<P>;
}

const request = <P, A>(definition: LiveRequest<P, A>): LiveRequest<P, A> => definition;
const event = <P>(definition: LiveEvent<P>): LiveEvent<P> => definition;

const channelId = id('The channel.');
const serverId = id('The dimension.');
const userIds = (description: string) => list(id('A member.'), description);
const memberCount = wholeNumber('How many are in the dimension now.', { example: 128 });
const updatedAt = moment(
  'When the dimension changed so. What is told may cross on its way: what is held with a later moment stays.',
);
const nothing = object('Nothing', 'Nothing.', {});
const place = (description: string) => optional(nullable(wholeNumber(description, { example: 512 })));

const problemCode: Schema<ProblemCode> = {
  json: {
    type: 'string',
    description: 'A stable word for what went wrong, as over REST.',
    enum: Object.keys(PROBLEMS),
    examples: ['not_found'],
  },
};

/** What an acknowledgement holds where a request failed. */
export const problemAckSchema: Schema<ProblemAck> = object('ProblemAck', 'Why a request failed.', {
  ok: no('Always false.'),
  code: problemCode,
  message: text('One sentence for a person.', { example: MESSAGES.notFound }),
  retryAfter: optional(wholeNumber('Seconds after which it is worth trying again.', { example: 3 })),
});

/** What a client may ask; every request has an acknowledgement. */
export const LIVE_REQUESTS = {
  'waitlist:watch': request({
    summary: 'Follows the count of nodes.',
    access: 'everyone',
    payload: nothing,
    answer: object('WaitlistWatched', 'The count as it is.', {
      count: wholeNumber('Entries on the waitlist.', { example: 1_204 }),
    }),
  }),
  'constellation:watch': request({
    summary: 'Follows the constellation: what changes in it is told from then on.',
    access: 'members',
    payload: nothing,
    answer: nothing,
  }),
  'channel:open': request({
    summary:
      'Follows a channel. To resume, the client says what it holds and gets what it lacks, edits and deletions included.',
    access: 'members',
    payload: object('ChannelOpen', 'Which channel, and from where.', {
      channelId,
      from: place('The oldest `seq` held.'),
      after: place('The newest `seq` held.'),
      rev: place('The last `rev` seen.'),
    }),
    answer: object('ChannelOpened', 'Where the channel is, and what the client lacks.', {
      lastSeq: wholeNumber('The `seq` of the newest message.', { example: 530 }),
      lastRev: wholeNumber('The count of changes.', { example: 561 }),
      messages: list(messageSchema, 'What came after `after`, ascending; without it the latest.'),
      changed: list(
        messageSchema,
        'What lies between `from` and `after` and was edited or deleted after `rev`.',
      ),
      more: flag('There is more after the last of `messages`: ask again with its `seq`.', false),
      reset: optional(
        yes('Too much has happened: the client forgets what it holds and starts from `messages`.'),
      ),
    }),
  }),
  'channel:close': request({
    summary: 'Follows a channel no more.',
    access: 'members',
    payload: object('ChannelClose', 'Which channel.', { channelId }),
    answer: nothing,
  }),
  'message:send': request({
    summary: 'Says something; acknowledged once it is stored. The same nonce again is stored once.',
    access: 'members',
    payload: object('MessageSend', 'What is said, and where.', {
      channelId,
      content: text('What is said.', { example: 'Is anyone still up?' }),
      nonce: text('Chosen by the sender.', { example: '5f0c2b7e' }),
    }),
    answer: object('MessageSent', 'The message as it is stored.', { message: messageSchema }),
  }),
  'typing:start': request({
    summary: 'Says that one is writing; forgotten by itself after some seconds.',
    access: 'members',
    payload: object('TypingStart', 'Where.', { channelId }),
    answer: nothing,
  }),
  'typing:stop': request({
    summary: 'Says that one writes no more.',
    access: 'members',
    payload: object('TypingStop', 'Where.', { channelId }),
    answer: nothing,
  }),
  'presence:list': request({
    summary: 'Who of a dimension is online, oneself included.',
    access: 'members',
    payload: object('PresenceList', 'Which dimension.', { serverId }),
    answer: object('PresenceListed', 'Who is online.', { online: userIds('Its members who are online.') }),
  }),
} as const;

/** What the server tells. */
export const LIVE_EVENTS = {
  'waitlist:count': event({
    summary: 'The count of nodes moved; at most five a second, the last value always.',
    to: 'who watches the waitlist',
    payload: object('WaitlistCount', 'The count as it is.', {
      count: wholeNumber('Entries on the waitlist.', { example: 1_204 }),
    }),
  }),
  'constellation:changed': event({
    summary:
      'Members or links are other than they were. A link to a member whom the client does not know is not for it.',
    to: 'who watches the constellation',
    payload: constellationChangeSchema,
  }),
  'messages:created': event({
    summary: 'All that was committed in a channel since the last packet.',
    to: 'who has the channel open, the sender too',
    payload: object('MessagesCreated', 'New messages.', {
      channelId,
      messages: list(messageSchema, 'Ascending by `seq`.'),
    }),
  }),
  'message:edited': event({
    summary: 'The author changed a message. Together with new messages and deletions, in the order of `rev`.',
    to: 'who has the channel open',
    payload: messageSchema,
  }),
  'message:deleted': event({
    summary: 'A message was deleted. Its place stays: it is shown as deleted.',
    to: 'who has the channel open',
    payload: deletedMessageSchema,
  }),
  'channel:activity': event({
    summary: 'Where in a dimension messages came; at most one a second.',
    to: 'members of the dimension',
    payload: object('ChannelActivity', 'Channels with new messages.', {
      serverId,
      channels: list(
        object('ActiveChannel', 'How far a channel has come.', {
          channelId,
          lastSeq: wholeNumber('The `seq` of its newest message.', { example: 530 }),
        }),
      ),
    }),
  }),
  mention: event({
    summary: 'Somebody mentioned the member.',
    to: 'all sockets of who was mentioned',
    payload: object('Mentioned', 'Where.', {
      serverId,
      channelId,
      seq: wholeNumber('The `seq` of the message.', { example: 530 }),
    }),
  }),
  typing: event({
    summary: 'A member is writing.',
    to: 'who has the channel open',
    payload: object('Typing', 'Who, and for how long.', {
      channelId,
      userId: id('The member.'),
      username: text('The Oni ID.', { example: 'vesper' }),
      until: moment('When it is over unless news comes; a moment that has passed means that it is over.'),
    }),
  }),
  presence: event({
    summary: 'Members of a dimension came online or went offline; at most one a second.',
    to: 'members of the dimension',
    payload: object('Presence', 'Who came and who went.', {
      serverId,
      online: userIds('Members who are online now.'),
      offline: userIds('Members who are offline now.'),
    }),
  }),
  'member:joined': event({
    summary: 'A member came into a dimension.',
    to: 'members of the dimension, the new one too',
    payload: object('MemberJoined', 'Who came.', { serverId, member: memberSchema, memberCount, updatedAt }),
  }),
  'member:left': event({
    summary: 'A member left a dimension, or was removed.',
    to: 'members of the dimension',
    payload: object('MemberLeft', 'Who went.', {
      serverId,
      userId: id('The member.'),
      memberCount,
      updatedAt,
    }),
  }),
  'member:changed': event({
    summary: 'A member is called or looks otherwise, or has another role in a dimension.',
    to: 'members of all dimensions that the member is in; where it is a role, of that dimension',
    payload: memberChangeSchema,
  }),
  'server:changed': event({
    summary:
      "A dimension is called otherwise or has another owner, a channel of it was made, renamed, described or deleted, or what the reader is in it changed: one joined, has another role, or is out of a public one. On all of a member's devices. The channels are not in it: who shows them fetches them again.",
    to: 'members of the dimension, and who has a channel open that was deleted; where it is their own part, that member alone',
    payload: serverChangeSchema,
  }),
  'server:removed': event({
    summary: 'A dimension is gone, or is no longer there for the reader.',
    to: 'its members, and who has a channel of it open; where it is a member who left or was removed, that member alone',
    payload: object('ServerRemoved', 'Which dimension.', { serverId }),
  }),
  'avatar:ready': event({
    summary: 'A new avatar is there, and worn from now on.',
    to: 'all sockets of its member',
    payload: currentUserSchema,
  }),
  'image:ready': event({
    summary: 'The renditions of a picture are there; once for each picture.',
    to: 'all sockets of its member',
    payload: imageSchema,
  }),
  'upload:failed': event({
    summary: 'No picture can be made of an upload: the avatar stays as it was, the album loses the picture.',
    to: 'all sockets of its member',
    payload: object('UploadFailed', 'Which upload, and why.', {
      objectPath: objectPathPart,
      code: problemCode,
      message: text('One sentence for a person.', { example: MESSAGES.imageBroken }),
    }),
  }),
  'session:ended': event({
    summary: 'The session is over; the socket closes.',
    to: 'the sockets of that session',
    payload: object('SessionEnded', 'Why.', {
      reason: oneOf(
        ['logout', 'expired', 'ended'],
        'The member logged out, it ran out, or it was ended from elsewhere.',
        'logout',
      ),
    }),
  }),
} as const;
