import { attachmentSchema, attachmentsField } from '../shared/attachments.js';
import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { atMost, field, type FieldRules, OPTIONAL, PROSE, required } from '../shared/field-rules.js';
import { LIMITS } from '../shared/limits.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { createdPart } from '../shared/parts.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { type BodyOf, idField, omittable, requestBody, textField } from '../shared/request-fields.js';
import { flag, id, list, nullable, object, optional, text, type TypeOf } from '../shared/schema.js';

export const replySchema = object('Reply', 'A reply to a post.', {
  id: id('The reply.'),
  postId: id('The post.'),
  parentId: nullable(id('The reply of the first level that it answers; null on the first level.')),
  userId: nullable(id('The author; null if the reply was deleted.')),
  author: nullable(authorSchema),
  content: text('The text, as in messages; empty if the reply was deleted.', {
    example: 'I counted nearly two seconds.',
  }),
  attachments: optional(list(attachmentSchema, 'Its files; absent if there are none.')),
  isHeld: optional(
    flag(
      'For its author: whether others see it only if the staff of the site decide so, because several new accounts wrote the same. Absent from all others.',
    ),
  ),
  createdAt: createdPart,
});
export type ReplyView = TypeOf<typeof replySchema>;

export const REPLY_MESSAGES = phrases({
  replyRequired: 'A reply needs some text.',
  emptyReply: 'A reply needs some text or a file.',
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
  /** May be absent from a reply with files, which the service requires then. */
  content: textField({ ...REPLY_RULES.content, ...OPTIONAL }),
  attachments: attachmentsField(),
  /** A reply to one of the second level also stays on the second level. */
  parentId: omittable(idField('The reply that it answers.')),
});
export type CreateReplyBody = BodyOf<typeof createReplyBody>;

const post = { id: id('The post.') };

export const listReplies = call('GET', '/posts/:id/replies', {
  summary: 'Lists the replies to a post, oldest first',
  description:
    'Both levels in one list; a reply follows the one that it answers. A deleted reply, and one by a member whom the caller cannot see, keeps its place without author and text.',
  params: post,
  query: pageQuery,
  answer: list(replySchema),
  problems: ['not_found'],
});

export const createReply = call('POST', '/posts/:id/replies', {
  summary: 'Replies to a post, or to one of its replies',
  description:
    'Members with a private profile cannot reply. Others do not see a reply that `isHeld` until the staff of the site decide.',
  status: 201,
  params: post,
  body: { title: 'CreateReplyDto', fields: createReplyBody },
  answer: replySchema,
  problems: ['not_found', 'forbidden', 'already_used', 'quota_reached', 'account_too_new'],
});

export const deleteReply = call('DELETE', '/replies/:id', {
  summary: 'Deletes a reply',
  description: 'For its author and the author of the post. The reply keeps its place.',
  params: { id: id('The reply.') },
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
