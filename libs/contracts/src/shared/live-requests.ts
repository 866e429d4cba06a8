import * as v from 'valibot';
import { attachmentsField } from './attachments.js';
import {
  draftRevField,
  messageSchema,
  removedAuthorSchema,
  replyToField,
  MESSAGE_RULES,
  sentTextField,
  warningField,
} from '../talk/messages.js';
import { isPhraseParams, type PhraseParams } from './phrases.js';
import { MESSAGES, PROBLEMS } from './problems.js';
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
  added,
  documented,
  flag,
  id,
  keyOf,
  list,
  literalFalse,
  object,
  optional,
  type Schema,
  text,
  type TypeOf,
  wholeNumber,
  literalTrue,
} from './schema.js';

export const channelId = id('The channel.');
export const serverId = id('The dimension.');
export const userIds = (description: string) => list(id('A member.'), description);

export interface LiveRequest<F extends RequestFields, A> {
  summary: string;
  /** `everyone` includes visitors without a session. */
  access: 'everyone' | 'members';
  body: { title: string; description: string; fields: F };
  /** The content of the acknowledgement besides `ok: true`. */
  answer: Schema<A>;
  /** It changes something, so it is refused while the site is read only. */
  isWrite?: true;
}

const request = <F extends RequestFields, A>(definition: LiveRequest<F, A>): LiveRequest<F, A> => definition;

export const nothing = object('Nothing', 'Empty.', {});
const empty = { title: 'Nothing', description: 'Empty.', fields: {} };
const channelFields = requestBody({ channelId: idField('The channel.') });
const queueEntryFields = requestBody({
  serverId: idField('The dimension.'),
  entryId: idField('The entry.'),
});
const position = (description: string) => omittableByNull(numberField(description, POSITION));

export const problemCode = keyOf(PROBLEMS, 'The error code, as in REST responses.', 'not_found');

export const reason = (example: string) =>
  optional(text('The key of the message, for other languages.', { example }));
export const params = optional(
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
  'game:watch': request({
    summary:
      'Subscribes to `game:changed` of a game that is open to visitors. A connection watches one game: the request replaces the previous one.',
    access: 'everyone',
    body: {
      title: 'GameWatch',
      description: 'The game.',
      fields: requestBody({ gameId: idField('The game.') }),
    },
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
      firstSeq: added(
        wholeNumber(
          'The `seq` of the first message that the channel has: those below expired, and are no gap. 1 if none has.',
          { minimum: 1, example: 1 },
        ),
        1,
      ),
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
    isWrite: true,
    summary:
      'Sends a message; acknowledged once it is stored. Repeating a nonce does not store a second message.',
    access: 'members',
    body: {
      title: 'MessageSend',
      description: 'The message, and its channel.',
      fields: {
        ...channelFields,
        content: sentTextField(),
        attachments: attachmentsField(),
        nonce: textField(MESSAGE_RULES.nonce),
        replyToSeq: replyToField(),
        draftRev: draftRevField(),
        acceptsWarning: warningField(),
      },
    },
    answer: object('MessageSent', 'The stored message.', { message: messageSchema }),
  }),
  'typing:start': request({
    isWrite: true,
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
  'queue:look': request({
    isWrite: true,
    summary:
      'Shows other staff of a dimension that the caller looks at an entry of the queue, for a few seconds.',
    access: 'members',
    body: { title: 'QueueLook', description: 'The entry.', fields: queueEntryFields },
    answer: nothing,
  }),
  'queue:leave': request({
    summary: 'Shows other staff that the caller no longer looks at an entry of the queue.',
    access: 'members',
    body: { title: 'QueueLeave', description: 'The entry.', fields: queueEntryFields },
    answer: nothing,
  }),
  'presence:list': request({
    summary:
      'Lists who is online of the newest 1,000 members of a dimension and its staff. `presence` tells what changes of them.',
    access: 'members',
    body: {
      title: 'PresenceList',
      description: 'The dimension.',
      fields: { serverId: idField('The dimension.') },
    },
    answer: object('PresenceListed', 'The members who are online.', {
      online: userIds('Members who are online, including the caller.'),
    }),
  }),
} as const;
