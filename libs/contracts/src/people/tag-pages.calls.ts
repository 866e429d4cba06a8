import { authoredImageSchema } from '../album/album.js';
import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
import { postSchema } from '../writing/posts.js';
import { list, text } from '../shared/schema.js';
import { tagMemberSchema, tagPageSchema } from './tag-pages.js';

const tag = { tag: text('The tag, without the #; case is ignored.', { example: 'dreams' }) };

export const getTagPage = call({
  method: 'GET',
  path: '/tags/:tag',
  summary: 'Returns a tag, and where it leads',
  description:
    'A tag that nobody shows has an empty page. Visitors get only members who chose to be visible to them, and no links, counts or dimensions.',
  access: 'visitors',
  params: tag,
  answer: tagPageSchema,
  problems: ['not_found'],
});

export const listTagMembers = call({
  method: 'GET',
  path: '/tags/:tag/members',
  summary: 'Lists the members who show a tag, newest first',
  params: tag,
  query: pageQuery,
  answer: list(tagMemberSchema),
  paged: true,
  problems: ['not_found'],
});

export const listTagPosts = call({
  method: 'GET',
  path: '/tags/:tag/posts',
  summary: 'Lists the posts with a tag, newest first',
  description:
    'Visitors get one page, with posts of members who chose to be visible to them. Long posts are excerpts.',
  access: 'visitors',
  params: tag,
  query: pageQuery,
  answer: list(postSchema),
  paged: true,
  problems: ['not_found'],
});

export const listTagPictures = call({
  method: 'GET',
  path: '/tags/:tag/pictures',
  summary: 'Lists the pictures with a tag, newest first',
  params: tag,
  query: pageQuery,
  answer: list(authoredImageSchema),
  paged: true,
  problems: ['not_found'],
});
