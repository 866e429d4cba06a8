import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { createReplyBody, replySchema } from './replies.js';
import { id, list } from '../shared/schema.js';

const post = { id: id('The post.') };

export const listReplies = call({
  method: 'GET',
  path: '/posts/:id/replies',
  summary: 'Lists the replies to a post, oldest first',
  description:
    'Both levels in one list; a reply follows the one that it answers. A deleted reply, and one by a member whom the caller cannot see, keeps its place without author and text.',
  params: post,
  query: pageQuery,
  answer: list(replySchema),
  paged: true,
  problems: ['not_found'],
});

export const createReply = call({
  method: 'POST',
  path: '/posts/:id/replies',
  summary: 'Replies to a post, or to one of its replies',
  description: 'Members with a private profile cannot reply.',
  status: 201,
  params: post,
  body: { title: 'CreateReplyDto', fields: createReplyBody },
  answer: replySchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});

export const deleteReply = call({
  method: 'DELETE',
  path: '/replies/:id',
  summary: 'Deletes a reply',
  description: 'For its author and the author of the post. The reply keeps its place.',
  params: { id: id('The reply.') },
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
