import { authoredImageSchema } from '../album/images.js';
import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { atMost, field, type FieldRules, OPTIONAL, PROSE } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { parentIdPart } from '../shared/parts.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { choiceField, clearableText, omittable, requestBody, textField } from '../shared/request-fields.js';
import { filter } from '../shared/rules.js';
import {
  added,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { listed } from '../shared/wording.js';

export const BOOKMARK_KINDS = ['member', 'post', 'picture', 'tag', 'message'] as const;
export type BookmarkKind = (typeof BOOKMARK_KINDS)[number];

/** The length of a note about a kept thing. */
export const BOOKMARK_NOTE = { max: 500 } as const;

export const BOOKMARK_MESSAGES = phrases({
  badKind: `The kind must be ${listed(BOOKMARK_KINDS, 'or')}.`,
  noteTooLong: tooLong('A note'),
});

export const BOOKMARK_RULES = {
  note: field(
    'What the member notes about it.',
    'For the talk in May.',
    [atMost(BOOKMARK_NOTE.max, BOOKMARK_MESSAGES.noteTooLong)],
    { ...OPTIONAL, ...PROSE },
  ),
  q: filter('Only those with this in their note, their title or the beginning of their text.', 'tide tables'),
} as const satisfies Record<string, FieldRules>;

/** `PUT /api/bookmarks/{kind}/{subject}/note` */
export const bookmarkNoteBody = requestBody({ note: clearableText(BOOKMARK_RULES.note) });

/** New posts with a kept tag are counted up to this number, which stands for itself and more. */
export const NEW_POSTS_COUNTED = 10;

export const messagePlaceSchema = object('MessagePlace', 'Where a message is.', {
  serverId: id('The dimension.'),
  serverName: text('Its name.', { example: 'Observatory' }),
  isPublic: added(flag('Whether the dimension is public.'), true),
  channelId: id('The channel, or the thread if `parentId` is set.'),
  channelName: text('The name of the channel.', { example: 'tonight' }),
  parentId: optional(parentIdPart),
  seq: wholeNumber('The `seq` of the message.', { example: 530 }),
});

const conversationPlaceSchema = object('ConversationPlace', 'Where a message of a conversation is.', {
  channelId: id('The conversation, or the thread if `parentId` is set.'),
  parentId: optional(parentIdPart),
  seq: wholeNumber('The `seq` of the message.', { example: 12 }),
});

export const bookmarkSchema = object('Bookmark', 'Something that the member keeps.', {
  id: id('The bookmark.'),
  kind: oneOf(BOOKMARK_KINDS, 'What it is.', 'post'),
  subject: text('The id of the thing, or the name of the tag.', { example: 'saturn' }),
  title: nullable(text('Its title, or the beginning of the message.', { example: 'First light' })),
  author: nullable(authorSchema),
  imageUrl: nullable(text('For a picture: the path of its renditions.', { example: '/objects/Zk3v…' })),
  place: nullable(messagePlaceSchema),
  conversation: added(nullable(conversationPlaceSchema), null),
  newPosts: wholeNumber(
    `For a tag: how many visible posts of others came since the member opened its page, at most ${NEW_POSTS_COUNTED}. Otherwise 0.`,
    { example: 2 },
  ),
  note: added(nullable(text('What the member notes about it.', { example: 'For the talk in May.' })), null),
  createdAt: timestamp('When the member kept it.'),
});
export type BookmarkView = TypeOf<typeof bookmarkSchema>;

const boardPictureSchema = object(
  'BoardPicture',
  'A kept picture, and the board that the member keeps it on.',
  {
    picture: id('The picture.'),
    board: id('The board.'),
  },
);

const keys = (description: string) => list(text(description, { example: 'saturn' }));

export const bookmarkKeysSchema = object('BookmarkKeys', 'What the member keeps, by kind.', {
  member: keys('The id of a member.'),
  post: keys('The id of a post.'),
  picture: keys('The id of a picture.'),
  tag: keys('The name of a tag.'),
  message: keys('The id of a message.'),
  onBoards: list(boardPictureSchema, 'Kept pictures on boards.'),
});
export type BookmarkKeys = TypeOf<typeof bookmarkKeysSchema>;

const thing = {
  kind: text('member, post, picture, tag or message.', { example: 'tag' }),
  subject: text('The id of the thing, or the name of the tag.', { example: 'saturn' }),
};
const board = { boardId: id("One of the caller's boards.") };
const pictureOnBoard = { ...board, imageId: id('The picture.') };

export const listBookmarks = call('GET', '/bookmarks', {
  summary: 'Lists what the caller keeps, newest first',
  description:
    'Omits things that the caller may not see at present, and lists them again once the caller may. Nobody else can list or count bookmarks.',
  query: {
    ...pageQuery,
    kind: omittable(
      choiceField(BOOKMARK_KINDS, { description: 'Only this kind.', message: BOOKMARK_MESSAGES.badKind }),
    ),
    q: textField(BOOKMARK_RULES.q),
  },
  answer: list(bookmarkSchema),
});

export const getBookmarkKeys = call('GET', '/bookmarks/keys', {
  summary: 'Returns the ids and tags that the caller keeps',
  answer: bookmarkKeysSchema,
});

export const addBookmark = call('PUT', '/bookmarks/:kind/:subject', {
  summary: 'Keeps something',
  description: 'Keeping it again changes nothing.',
  params: thing,
  answer: okSchema,
  problems: ['not_found', 'quota_reached'],
});

export const noteBookmark = call('PUT', '/bookmarks/:kind/:subject/note', {
  summary: 'Notes something about what the caller keeps',
  description: 'Null or an empty text removes the note. Only the caller sees it.',
  params: thing,
  body: { title: 'BookmarkNoteDto', fields: bookmarkNoteBody },
  answer: okSchema,
  problems: ['not_found'],
});

export const removeBookmark = call('DELETE', '/bookmarks/:kind/:subject', {
  summary: 'Lets something go',
  description: 'Also when the caller may no longer see it, or does not keep it.',
  params: thing,
  answer: okSchema,
  problems: ['not_found'],
});

export const recordTagOpened = call('PUT', '/bookmarks/tag/:tag/opened', {
  summary: 'Records that the caller opened the page of a tag',
  description: 'If the caller keeps the tag, only later posts are new.',
  params: { tag: text('The tag, without the #; case is ignored.', { example: 'dreams' }) },
  answer: okSchema,
  problems: ['not_found'],
  duringMaintenance: true,
});

export const listBookmarkedPictures = call('GET', '/bookmarks/boards/:boardId', {
  summary: 'Lists the pictures that the caller keeps on a board',
  description: 'Newest picture first. Omits pictures that the caller may not see at present.',
  params: board,
  query: pageQuery,
  answer: list(authoredImageSchema),
});

export const putPictureOnBoard = call('PUT', '/bookmarks/boards/:boardId/:imageId', {
  summary: 'Keeps a picture on a board',
  description: 'The picture leaves any other board of the caller.',
  params: pictureOnBoard,
  answer: okSchema,
  problems: ['forbidden', 'not_found', 'quota_reached'],
});

export const takePictureOffBoard = call('DELETE', '/bookmarks/boards/:boardId/:imageId', {
  summary: 'Takes a kept picture off a board',
  description: 'The caller still keeps it.',
  params: pictureOnBoard,
  answer: okSchema,
  problems: ['forbidden', 'not_found'],
});
