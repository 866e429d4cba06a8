import { listed } from '../shared/text.js';
import { phrases } from '../shared/phrases.js';
import { parentIdPart } from '../shared/parts.js';
import { authorSchema } from '../people/profiles.js';
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

export const BOOKMARK_KINDS = ['member', 'post', 'picture', 'tag', 'message'] as const;
export type BookmarkKind = (typeof BOOKMARK_KINDS)[number];

export const BOOKMARK_MESSAGES = phrases({
  badKind: `The kind must be ${listed(BOOKMARK_KINDS, 'or')}.`,
});

/** New posts with a kept tag are counted up to this number, which stands for itself and more. */
export const NEW_POSTS_COUNTED = 10;

const messagePlaceSchema = object('MessagePlace', 'Where a message is.', {
  serverId: id('The dimension.'),
  serverName: text('Its name.', { example: 'Observatory' }),
  isPublic: added(flag('Whether the dimension is public.'), true),
  channelId: id('The channel, or the thread if `parentId` is set.'),
  channelName: text('The name of the channel.', { example: 'tonight' }),
  parentId: optional(parentIdPart),
  seq: wholeNumber('The `seq` of the message.', { example: 530 }),
});

export const bookmarkSchema = object('Bookmark', 'Something that the member keeps.', {
  id: id('The bookmark.'),
  kind: oneOf(BOOKMARK_KINDS, 'What it is.', 'post'),
  subject: text('The id of the thing, or the name of the tag.', { example: 'saturn' }),
  title: nullable(text('Its title, or the beginning of the message.', { example: 'First light' })),
  author: nullable(authorSchema),
  imageUrl: nullable(text('For a picture: the path of its renditions.', { example: '/objects/Zk3v…' })),
  place: nullable(messagePlaceSchema),
  newPosts: wholeNumber(
    `For a tag: how many visible posts of others came since the member opened its page, at most ${NEW_POSTS_COUNTED}. Otherwise 0.`,
    { example: 2 },
  ),
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
