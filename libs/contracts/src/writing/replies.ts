import { LIMITS } from '../shared/limits.js';
import { atMost, field, type FieldRules, PROSE, required } from '../shared/field-rules.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { createdPart } from '../shared/parts.js';
import { authorSchema } from '../people/profiles.js';
import { type BodyOf, idField, omittable, requestBody, textField } from '../shared/request-fields.js';
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

export const REPLY_MESSAGES = phrases({
  replyRequired: 'A reply needs some text.',
  replyTooLong: tooLong('A reply'),
  repliesClosed: 'Replies are closed.',
  replyNeedsPublicProfile:
    'Your profile is private, so nobody could see your reply. Make it public in the settings to reply.',
});

export const REPLY_RULES = {
  content: field(
    'The text.',
    'I counted nearly two seconds.',
    [required(REPLY_MESSAGES.replyRequired), atMost(LIMITS.reply.max, REPLY_MESSAGES.replyTooLong)],
    PROSE,
  ),
} as const satisfies Record<string, FieldRules>;

export const createReplyBody = requestBody({
  content: textField(REPLY_RULES.content),
  /** A reply to one of the second level also stays on the second level. */
  parentId: omittable(idField('The reply that it answers.')),
});
export type CreateReplyBody = BodyOf<typeof createReplyBody>;
