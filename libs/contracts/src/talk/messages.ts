import { phrases, tooLong } from '../shared/phrases.js';
import {
  OPTIONAL,
  atMost,
  field,
  type FieldRules,
  PROSE,
  required,
  UNTRIMMED,
} from '../shared/field-rules.js';
import { attachmentSchema, attachmentsField } from '../shared/attachments.js';
import { authorSchema } from '../people/profiles.js';
import { LIMITS } from '../shared/limits.js';
import {
  type BodyOf,
  flagField,
  numberField,
  omittable,
  omittableByNull,
  POSITION,
  requestBody,
  textField,
} from '../shared/request-fields.js';
import { gameEventSchema } from './game-events.js';
import { linkPreviewSchema } from './link-previews.js';
import { reactionSchema } from './reactions.js';
import {
  flag,
  id,
  list,
  timestamp,
  nullable,
  object,
  optional,
  text,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { threadSummarySchema } from './thread-summary.js';

/** A server reads it with each message, so it shows the state of the quoted message at that time. */
export const quoteSchema = object('Quote', 'The message that another one answers.', {
  seq: wholeNumber('Its position in the channel, below that of the answer.', { minimum: 1, example: 498 }),
  rev: wholeNumber("The channel's revision at its last change.", { minimum: 1, example: 498 }),
  userId: nullable(id('Its author; null if the account was erased.')),
  username: nullable(text("The author's Oni ID.", { example: 'pell' })),
  content: text('The beginning of its text; empty if it was deleted.', {
    maxLength: LIMITS.quote.max,
    example: 'The streetlight across the road has opinions.',
  }),
  isDeleted: flag('Whether it was deleted.', false),
});
export type Quote = TypeOf<typeof quoteSchema>;

export const messageSchema = object('Message', 'A message in a channel or thread.', {
  id: id('The message.'),
  channelId: id('The channel or thread.'),
  userId: nullable(id('The author; null if the account was erased.')),
  seq: wholeNumber(
    'The position in the channel: consecutive, in commit order, from 1 for its first message.',
    {
      minimum: 1,
      example: 512,
    },
  ),
  rev: wholeNumber("The channel's revision at the last change of this message.", {
    minimum: 1,
    example: 530,
  }),
  content: text('The text; empty if the message was deleted, or has files only.', {
    example: 'Is anyone still up?',
  }),
  nonce: nullable(text('The id that the sender chose, if any.', { example: '5f0c2b7e' })),
  replyTo: optional(quoteSchema),
  reactions: optional(list(reactionSchema, 'In the order of their first use; absent if there are none.')),
  thread: optional(threadSummarySchema),
  pinnedAt: optional(timestamp('When it was pinned; absent if it is not pinned.')),
  attachments: optional(list(attachmentSchema, 'Its files; absent if there are none.')),
  links: optional(list(linkPreviewSchema, 'Previews of pages that it links to; absent if there are none.')),
  event: optional(gameEventSchema),
  author: nullable(authorSchema),
  createdAt: timestamp('When it was sent.'),
  updatedAt: timestamp('When it last changed.'),
  editedAt: nullable(timestamp('When it was last edited.')),
  deletedAt: nullable(timestamp('When it was deleted.')),
});
export type MessageView = TypeOf<typeof messageSchema>;

/** A `seq` without a message is ignored, as after the restoration of a backup: the text is worth more than its quote. */
export const replyToField = () =>
  omittableByNull(
    numberField('The `seq` of the message in the same channel that this one answers.', POSITION),
  );

/** A client may write the next draft while a message waits to be sent, and another device may write further. */
export const draftRevField = () =>
  omittableByNull(
    numberField(
      "The newest revision that the client knows of the member's draft in the channel. Storing the message deletes the draft up to this revision, and without one any draft.",
      { ...POSITION, max: Number.MAX_SAFE_INTEGER, example: 3_071 },
    ),
  );

/** Sent again with the answer of a member who read `filter_warning`. */
export const warningField = () =>
  omittable(flagField('Whether the author insists on it despite a warning of the filters of the dimension.'));

export const MESSAGE_MESSAGES = phrases({
  messageRequired: 'A message needs some text.',
  emptyMessage: 'A message needs some text or a file.',
  messageTooLong: tooLong('A message'),
  nonceRequired: 'A nonce is required.',
  nonceTooLong: tooLong('A nonce'),
  oneDirection: 'Use either “before” or “after”, not both.',
});

export const MESSAGE_RULES = {
  content: field(
    'The text.',
    'Is anyone still up?',
    [required(MESSAGE_MESSAGES.messageRequired), atMost(LIMITS.message.max, MESSAGE_MESSAGES.messageTooLong)],
    PROSE,
  ),
  nonce: field(
    'Chosen by the sender. Repeating a nonce does not store a second message.',
    '5f0c2b7e',
    [required(MESSAGE_MESSAGES.nonceRequired), atMost(LIMITS.nonce.max, MESSAGE_MESSAGES.nonceTooLong)],
    UNTRIMMED,
  ),
} as const satisfies Record<string, FieldRules>;

/** The text may be absent from a message with files, which the service requires then. */
export const sentTextField = () => textField({ ...MESSAGE_RULES.content, ...OPTIONAL });

export const sendMessageBody = requestBody({
  content: sentTextField(),
  attachments: attachmentsField(),
  replyToSeq: replyToField(),
  draftRev: draftRevField(),
  acceptsWarning: warningField(),
  nonce: textField({ ...MESSAGE_RULES.nonce, ...OPTIONAL }),
});
export type SendMessageBody = BodyOf<typeof sendMessageBody>;

/** `PATCH /api/messages/{id}`: without `content`, nothing changes. */
export const editMessageBody = requestBody({
  content: omittable(textField(MESSAGE_RULES.content)),
  acceptsWarning: warningField(),
});
export type EditMessageBody = BodyOf<typeof editMessageBody>;

export const deletedMessageSchema = object('MessageDeleted', 'A deleted message.', {
  id: id('The message.'),
  channelId: id('The channel.'),
  seq: wholeNumber('The position in the channel, which stays taken.', { minimum: 1, example: 512 }),
  rev: wholeNumber("The channel's revision with this change.", { minimum: 1, example: 531 }),
  thread: optional(threadSummarySchema),
});
export type DeletedMessage = TypeOf<typeof deletedMessageSchema>;

export const removedAuthorSchema = object(
  'AuthorRemoved',
  'A former member, whose messages no longer have an author.',
  {
    channelId: id('The channel.'),
    userId: id(
      'The former member. `userId` and `author` of their messages in the channel become null, and `links` goes.',
    ),
    rev: wholeNumber("The channel's revision with this change.", { minimum: 1, example: 532 }),
  },
);
export type RemovedAuthor = TypeOf<typeof removedAuthorSchema>;
