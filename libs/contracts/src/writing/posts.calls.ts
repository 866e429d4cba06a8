import { call } from '../shared/call.js';
import { LIMITS } from '../shared/limits.js';
import { okSchema } from '../shared/ok.js';
import { filteredPageQuery, pageQuery } from '../shared/page-queries.js';
import { choiceField, flagInQuery, type QueryOf, withDefault } from '../shared/request-fields.js';
import { id, list, text } from '../shared/schema.js';
import { grouped } from '../shared/text.js';
import {
  alsoAboutSchema,
  createPostBody,
  FEED_SCOPES,
  POST_MESSAGES,
  postPageSchema,
  postSchema,
  updatePostBody,
} from './posts.js';

const post = { id: id('The post.') };
const ownPosts = {
  ...filteredPageQuery,
  isPublic: flagInQuery('Only visible posts (true) or only hidden ones (false).'),
};
/** A search of the caller's posts, as the client sends it. */
export type PostListQuery = Partial<QueryOf<typeof ownPosts>>;
const WHOLE_POSTS = `The posts are whole; a page ends early at ${grouped(LIMITS.page.bytes)} bytes.`;

export const listOwnPosts = call('GET', '/posts/my', {
  summary: "Lists the caller's posts that are not archived",
  description: WHOLE_POSTS,
  query: ownPosts,
  answer: list(postSchema),
});

export const listArchivedPosts = call('GET', '/posts/archived', {
  summary: "Lists the caller's archived posts",
  description: WHOLE_POSTS,
  query: ownPosts,
  answer: list(postSchema),
});

export const createPost = call('POST', '/posts', {
  summary: 'Creates a post',
  description:
    'Requires `content` or `markdownContent`; a missing one is derived from the other. A post that `isHeld` is private until the staff of the site decide.',
  status: 201,
  body: { title: 'CreatePostDto', fields: createPostBody },
  answer: postSchema,
  problems: ['already_used', 'quota_reached', 'account_too_new'],
});

export const getPost = call('GET', '/posts/:id', {
  summary: 'Returns a post with the posts before and after it',
  description:
    'Members see the posts that others show, and all of their own. Visitors see only posts of members who chose so.',
  access: 'visitors',
  params: post,
  answer: postPageSchema,
  problems: ['not_found'],
});

export const getAlsoAbout = call('GET', '/posts/:id/also', {
  summary: 'Returns what else has a tag of a post',
  description:
    'The newest posts and pictures with the first tag of the post that the caller sees elsewhere. Visitors see only those of members who chose so.',
  access: 'visitors',
  params: post,
  answer: alsoAboutSchema,
  problems: ['not_found'],
});

export const updatePost = call('PATCH', '/posts/:id', {
  summary: "Updates, shows, hides or archives one of the caller's posts",
  params: post,
  body: { title: 'UpdatePostDto', fields: updatePostBody },
  answer: postSchema,
  problems: ['forbidden', 'not_found', 'already_used', 'account_too_new', 'held_for_review'],
});

export const deletePost = call('DELETE', '/posts/:id', {
  summary: "Deletes one of the caller's posts",
  params: post,
  answer: okSchema,
  problems: ['forbidden', 'not_found'],
});

export const listFeed = call('GET', '/feed', {
  summary: "Lists the posts of the caller's feed, newest first",
  description:
    "The caller's own posts and those of linked members (`near`) or of all public members (`all`). Long posts are excerpts.",
  query: {
    ...pageQuery,
    scope: withDefault(
      choiceField(FEED_SCOPES, { description: 'Whose posts.', message: POST_MESSAGES.badScope }),
      'all',
    ),
  },
  mayBeStale: true,
  answer: list(postSchema),
});

export const listMemberPosts = call('GET', '/users/:username/posts', {
  summary: 'Lists the posts a member shows, newest first',
  description: 'Long posts are excerpts.',
  params: { username: text('The Oni ID.', { example: 'vesper' }) },
  query: pageQuery,
  mayBeStale: true,
  answer: list(postSchema),
  problems: ['not_found'],
});
