import { createdPart } from '../shared/parts.js';
import { authorSchema } from '../people/profiles.js';
import { type BodyOf, idField, omittable, requestBody, textField } from '../shared/request-fields.js';
import { RULES } from '../shared/rules.js';
import { id, nullable, object, text, type TypeOf } from '../shared/schema.js';

export const replySchema = object('Reply', 'A reply to a post.', {
  id: id('The reply.'),
  postId: id('The post.'),
  parentId: nullable(id('The reply of the first level that it answers; null on the first level.')),
  userId: nullable(id('The author; null if the reply was deleted.')),
  author: nullable(authorSchema),
  content: text('The text, as in messages; empty if the reply was deleted.', {
    example: 'I counted nearly two seconds.',
  }),
  createdAt: createdPart,
});
export type ReplyView = TypeOf<typeof replySchema>;

export const createReplyBody = requestBody({
  content: textField(RULES.reply.content),
  /** A reply to one of the second level also stays on the second level. */
  parentId: omittable(idField('The reply that it answers.')),
});
export type CreateReplyBody = BodyOf<typeof createReplyBody>;
