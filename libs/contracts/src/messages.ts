import { OPTIONAL } from './field-rules.js';
import { authorSchema, type Author } from './profiles.js';
import { type BodyOf, omittable, requestBody, textField } from './request-fields.js';
import { RULES } from './rules.js';
import { id, timestamp, nullable, object, text, type TypeOf, wholeNumber } from './schema.js';

export type MessageAuthor = Author;

export const messageSchema = object('Message', 'A message in a channel.', {
  id: id('The message.'),
  channelId: id('The channel.'),
  userId: nullable(id('The author; null if the account was erased.')),
  seq: wholeNumber('The position in the channel: consecutive from 1, in commit order.', {
    minimum: 1,
    example: 512,
  }),
  rev: wholeNumber("The channel's revision at the last change of this message.", {
    minimum: 1,
    example: 530,
  }),
  content: text('The text; empty if the message was deleted.', { example: 'Is anyone still up?' }),
  nonce: nullable(text('The id that the sender chose, if any.', { example: '5f0c2b7e' })),
  author: nullable(authorSchema),
  createdAt: timestamp('When it was sent.'),
  updatedAt: timestamp('When it last changed.'),
  editedAt: nullable(timestamp('When it was last edited.')),
  deletedAt: nullable(timestamp('When it was deleted.')),
});
export type MessageView = TypeOf<typeof messageSchema>;

export const sendMessageBody = requestBody({
  content: textField(RULES.message.content),
  nonce: textField({ ...RULES.message.nonce, ...OPTIONAL }),
});
export type SendMessageBody = BodyOf<typeof sendMessageBody>;

/** `PATCH /api/messages/{id}`: without `content`, nothing changes. */
export const editMessageBody = requestBody({
  content: omittable(textField(RULES.message.content)),
});
export type EditMessageBody = BodyOf<typeof editMessageBody>;

export const deletedMessageSchema = object('MessageDeleted', 'A deleted message.', {
  id: id('The message.'),
  channelId: id('The channel.'),
  seq: wholeNumber('The position in the channel, which stays taken.', { minimum: 1, example: 512 }),
  rev: wholeNumber("The channel's revision with this change.", { minimum: 1, example: 531 }),
});
export type DeletedMessage = TypeOf<typeof deletedMessageSchema>;

export const removedAuthorSchema = object(
  'AuthorRemoved',
  'A former member, whose messages no longer have an author.',
  {
    channelId: id('The channel.'),
    userId: id('The former member. `userId` and `author` of their messages in the channel become null.'),
    rev: wholeNumber("The channel's revision with this change.", { minimum: 1, example: 532 }),
  },
);
export type RemovedAuthor = TypeOf<typeof removedAuthorSchema>;
