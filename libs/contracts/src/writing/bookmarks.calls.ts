import { authoredImageSchema } from '../album/album.js';
import { BOOKMARK_KINDS, bookmarkKeysSchema, bookmarkSchema, BOOKMARK_MESSAGES } from './bookmarks.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { choiceField, omittable } from '../shared/request-fields.js';
import { id, list, text } from '../shared/schema.js';

const thing = {
  kind: text('member, post, picture, tag or message.', { example: 'tag' }),
  subject: text('The id of the thing, or the name of the tag.', { example: 'saturn' }),
};
const board = { boardId: id("One of the caller's boards.") };
const pictureOnBoard = { ...board, imageId: id('The picture.') };

export const listBookmarks = call({
  method: 'GET',
  path: '/bookmarks',
  summary: 'Lists what the caller keeps, newest first',
  description:
    'Omits things that the caller may not see at present, and lists them again once the caller may. Nobody else can list or count bookmarks.',
  query: {
    ...pageQuery,
    kind: omittable(
      choiceField(BOOKMARK_KINDS, { description: 'Only this kind.', message: BOOKMARK_MESSAGES.badKind }),
    ),
  },
  answer: list(bookmarkSchema),
  paged: true,
});

export const getBookmarkKeys = call({
  method: 'GET',
  path: '/bookmarks/keys',
  summary: 'Returns the ids and tags that the caller keeps',
  answer: bookmarkKeysSchema,
});

export const addBookmark = call({
  method: 'PUT',
  path: '/bookmarks/:kind/:subject',
  summary: 'Keeps something',
  description: 'Keeping it again changes nothing.',
  params: thing,
  answer: okSchema,
  problems: ['not_found', 'quota_reached'],
});

export const removeBookmark = call({
  method: 'DELETE',
  path: '/bookmarks/:kind/:subject',
  summary: 'Lets something go',
  description: 'Also when the caller may no longer see it, or does not keep it.',
  params: thing,
  answer: okSchema,
  problems: ['not_found'],
});

export const recordTagOpened = call({
  method: 'PUT',
  path: '/bookmarks/tag/:tag/opened',
  summary: 'Records that the caller opened the page of a tag',
  description: 'If the caller keeps the tag, only later posts are new.',
  params: { tag: text('The tag, without the #; case is ignored.', { example: 'dreams' }) },
  answer: okSchema,
  problems: ['not_found'],
});

export const listKeptPictures = call({
  method: 'GET',
  path: '/bookmarks/boards/:boardId',
  summary: 'Lists the pictures that the caller keeps on a board',
  description: 'Newest picture first. Omits pictures that the caller may not see at present.',
  params: board,
  query: pageQuery,
  answer: list(authoredImageSchema),
  paged: true,
});

export const putPictureOnBoard = call({
  method: 'PUT',
  path: '/bookmarks/boards/:boardId/:imageId',
  summary: 'Keeps a picture on a board',
  description: 'The picture leaves any other board of the caller.',
  params: pictureOnBoard,
  answer: okSchema,
  problems: ['forbidden', 'not_found', 'quota_reached'],
});

export const takePictureOffBoard = call({
  method: 'DELETE',
  path: '/bookmarks/boards/:boardId/:imageId',
  summary: 'Takes a kept picture off a board',
  description: 'The caller still keeps it.',
  params: pictureOnBoard,
  answer: okSchema,
  problems: ['forbidden', 'not_found'],
});
