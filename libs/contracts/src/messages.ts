import { authorSchema, type Author } from './accounts.js';
import { id, moment, nullable, object, text, type TypeOf, wholeNumber } from './schema.js';

/** Who wrote a message, as it is shown beside it. */
export type MessageAuthor = Author;

/** A message of a channel. */
export const messageSchema = object('Message', 'A message of a channel.', {
  id: id('The message.'),
  channelId: id('The channel that it was said in.'),
  userId: nullable(id('Who said it; null when the account is gone.')),
  seq: wholeNumber('Its place in the channel: from 1, without a gap or a repeat, in the order of commits.', {
    minimum: 1,
    example: 512,
  }),
  rev: wholeNumber("The channel's count of changes when this message last changed.", {
    minimum: 1,
    example: 530,
  }),
  content: text('What was said; empty where the message was deleted.', { example: 'Is anyone still up?' }),
  nonce: text('What the sender chose to know it by.', { example: '5f0c2b7e' }),
  author: nullable(authorSchema),
  createdAt: moment('When it was said.'),
  updatedAt: moment('When it last changed.'),
  editedAt: nullable(moment('When it was last edited.')),
  deletedAt: nullable(moment('When it was deleted.')),
});
export type MessageView = TypeOf<typeof messageSchema>;

/** `POST /api/channels/{id}/messages` */
export interface SendMessageBody {
  content: string;
  /** Chosen by the sender; the same nonce again is stored once. */
  nonce?: string;
}

/** `PATCH /api/messages/{id}`: without a text nothing changes. */
export interface EditMessageBody {
  content?: string;
}

/** A message was deleted: its place stays, its text is gone. */
export const deletedMessageSchema = object('MessageDeleted', 'A message that has no text any more.', {
  id: id('The message.'),
  channelId: id('The channel that it was said in.'),
  seq: wholeNumber('Its place in the channel, which it keeps.', { minimum: 1, example: 512 }),
  rev: wholeNumber("The channel's count of changes with this one.", { minimum: 1, example: 531 }),
});
export type DeletedMessage = TypeOf<typeof deletedMessageSchema>;
