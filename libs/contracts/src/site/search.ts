import { authorSchema } from '../people/profiles.js';
import { call, type InputOf } from '../shared/call.js';
import { atMost, field, type FieldRules, OPTIONAL, required } from '../shared/field-rules.js';
import { LIMITS } from '../shared/limits.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  choiceField,
  choicesInQuery,
  idField,
  numberInQuery,
  omittable,
  textField,
  withDefault,
} from '../shared/request-fields.js';
import { TEXT_MESSAGES } from '../shared/rules.js';
import {
  added,
  flag,
  id,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { grouped } from '../shared/text.js';
import { listed } from '../shared/wording.js';
import { messagePlaceSchema } from '../writing/bookmarks.js';

/** What a search finds, in the order in which it is shown. */
export const SEARCH_KINDS = ['members', 'tags', 'posts', 'messages', 'pictures', 'dimensions'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The number of entries of each kind; a search counts the members of a tag up to `tagMembers`. */
export const SEARCH = {
  limit: 5,
  maxLimit: 20,
  tagMembers: 1_000,
  similar: 3,
  /** So many of the newest messages that a search finds are put in the order of the best. */
  best: 500,
  /** Channels and conversations that complete `in:`. */
  places: 5,
} as const;

/** The orders of found messages. */
export const MESSAGE_ORDERS = ['newest', 'best'] as const;
export type MessageOrder = (typeof MESSAGE_ORDERS)[number];

export const SEARCH_MESSAGES = phrases({
  searchRequired: 'Enter something to search for.',
  cursorTooLong: tooLong('A cursor'),
  badSearchLimit: `The limit must be a whole number from 1 to ${SEARCH.maxLimit}.`,
  badSearchKinds: `The kinds are ${listed(SEARCH_KINDS, 'and')}, separated by commas.`,
  badSearchCursor: 'This is not the cursor of such a search.',
  badMessageOrder: `The order must be ${listed(MESSAGE_ORDERS, 'or')}.`,
});

export const SEARCH_RULES = {
  q: field('What to find, case-insensitively. The last word may be the start of one.', 'ferry tid', [
    required(SEARCH_MESSAGES.searchRequired),
    atMost(LIMITS.search.max, TEXT_MESSAGES.searchTooLong),
  ]),
  cursor: field(
    'The `nextCursor` of the previous page. Requires a single kind.',
    '0.isolde',
    [atMost(LIMITS.searchCursor.max, SEARCH_MESSAGES.cursorTooLong)],
    OPTIONAL,
  ),
  place: field(
    'A part of a name, case-insensitively. Without it, every name counts.',
    'rooft',
    [atMost(LIMITS.search.max, TEXT_MESSAGES.searchTooLong)],
    OPTIONAL,
  ),
} as const satisfies Record<string, FieldRules>;

export const foundMemberSchema = object('FoundMember', 'A member.', {
  id: id('The member.'),
  username: text('The Oni ID.', { example: 'isolde' }),
  displayName: nullable(text('The Oni name.', { example: 'Isolde Marr' })),
  profileImageUrl: authorSchema.entries.profileImageUrl,
  bio: nullable(text('The bio.', { example: 'Tide tables and ferries.' })),
  excerpt: added(
    nullable(
      text('The profile text around the first match; null if a name or the bio matches.', {
        example: '… I keep cormorants …',
      }),
    ),
    null,
  ),
});
export type FoundMember = TypeOf<typeof foundMemberSchema>;

export const foundTagSchema = object('FoundTag', 'A tag in public use.', {
  name: text('The name, without the #.', { example: 'tide_tables' }),
  memberCount: wholeNumber(
    `The number of members who show it, counted up to ${grouped(SEARCH.tagMembers)}.`,
    { example: 8 },
  ),
});
export type FoundTag = TypeOf<typeof foundTagSchema>;

export const foundPostSchema = object('FoundPost', 'A post with its author.', {
  id: id('The post.'),
  title: text('The title.', { example: 'What the ferry tides leave out' }),
  excerpt: nullable(
    text('The text around the first match; null if the title matches.', { example: '… at low tide …' }),
  ),
  author: authorSchema,
  createdAt: timestamp('When it was created.'),
});
export type FoundPost = TypeOf<typeof foundPostSchema>;

const foundConversationSchema = object('FoundConversation', 'The conversation that a found message is in.', {
  id: id('The conversation: the `channelId` of its messages.'),
  threadId: optional(id('The thread in it that the message is in.')),
  name: nullable(text('The name of a group; null without one.', { example: 'Rooftop watch' })),
  members: list(
    text('An Oni ID.', { example: 'isolde' }),
    'The other members, in the order in which they joined, without those across a block.',
  ),
  seq: wholeNumber('The `seq` of the message.', { example: 12 }),
});

export const foundMessageSchema = object('FoundMessage', 'A message that the caller may read.', {
  id: id('The message.'),
  excerpt: text('The text around the first match.', { example: '… at low tide …' }),
  author: nullable(authorSchema),
  place: nullable(messagePlaceSchema),
  conversation: nullable(foundConversationSchema),
  createdAt: timestamp('When it was sent.'),
});
export type FoundMessage = TypeOf<typeof foundMessageSchema>;

export const foundPictureSchema = object('FoundPicture', 'A picture with its owner.', {
  id: id('The picture.'),
  title: nullable(text('The title.', { example: 'Low tide, Aldine Sands' })),
  tags: list(text('A tag.', { example: 'tide_tables' })),
  imageUrl: added(
    nullable(text('The path of its renditions; null from the last version.', { example: '/objects/Zk3v…' })),
    null,
  ),
  owner: authorSchema,
  createdAt: timestamp('When it was created.'),
});
export type FoundPicture = TypeOf<typeof foundPictureSchema>;

export const foundDimensionSchema = object('FoundDimension', 'A dimension.', {
  id: id('The dimension.'),
  name: text('The name.', { example: 'Tidal Library' }),
  description: nullable(text('The topic.', { example: 'Books that smell of salt.' })),
  memberCount: wholeNumber('The number of members.', { example: 118 }),
  isPublic: flag('Whether every member can read and join it.'),
  hasJoined: flag('Whether the caller has joined it.'),
});
export type FoundDimension = TypeOf<typeof foundDimensionSchema>;

const nextCursor = nullable(
  text('The `cursor` of the next page; null on the last page.', { example: '0.isolde' }),
);

export const searchSchema = object(
  'Search',
  'What a search found, by kind. A kind that was not asked for is absent, and so is one that took too long.',
  {
    members: optional(object('FoundMembers', 'Members.', { items: list(foundMemberSchema), nextCursor })),
    tags: optional(object('FoundTags', 'Tags.', { items: list(foundTagSchema), nextCursor })),
    posts: optional(object('FoundPosts', 'Posts.', { items: list(foundPostSchema), nextCursor })),
    messages: optional(object('FoundMessages', 'Messages.', { items: list(foundMessageSchema), nextCursor })),
    pictures: optional(object('FoundPictures', 'Pictures.', { items: list(foundPictureSchema), nextCursor })),
    dimensions: optional(
      object('FoundDimensions', 'Dimensions.', { items: list(foundDimensionSchema), nextCursor }),
    ),
    similar: optional(
      object('SimilarNames', 'Names like the query, if nothing was found.', {
        members: list(foundMemberSchema),
        tags: list(foundTagSchema),
      }),
    ),
    isComplete: flag('Whether every kind was searched in time.'),
  },
);
export type SearchView = TypeOf<typeof searchSchema>;

export const search = call('GET', '/search', {
  summary: 'Searches what the caller may see',
  description:
    'Members, tags and dimensions whose name begins with `q` come first, then those that contain it, by name. Posts ' +
    `whose title matches come first, newest first, and messages and pictures are newest first. Messages are those of dimensions ` +
    'and conversations that the caller has joined; one is found some seconds after it was sent. For them, `q` may have operators: `from:name`, `in:channel`, `before:`, ' +
    '`after:` and `on:` with a day of UTC (`2026-01-31`), `has:link`, `has:file`, `has:picture`, `has:reaction`, `is:thread`, ' +
    '`is:pinned`, `game:@name` and `game:chess` for offers of games by player and by game, and phrases in quotation marks. `in:@name` is the conversation of two with a member. ' +
    `The best messages, of the newest ${SEARCH.best} found, have the words one after the other, as in \`q\`; then come those ` +
    'with whole words, also for the last one; then those with fewer characters between the words; then newer ones. ' +
    `Returns up to ${SEARCH.limit} ` +
    'entries of each kind; `cursor` continues the list of a single kind.',
  query: {
    q: textField(SEARCH_RULES.q),
    kinds: withDefault(
      choicesInQuery(SEARCH_KINDS, {
        description: 'What to find, separated by commas; everything by default.',
        message: SEARCH_MESSAGES.badSearchKinds,
      }),
      [...SEARCH_KINDS],
    ),
    limit: withDefault(
      numberInQuery('The maximum number of entries of each kind.', {
        min: 1,
        max: SEARCH.maxLimit,
        message: SEARCH_MESSAGES.badSearchLimit,
        example: SEARCH.limit,
      }),
      SEARCH.limit,
    ),
    cursor: textField(SEARCH_RULES.cursor),
    server: omittable(
      idField('A dimension that the caller has joined: only its messages are searched, and nothing else.'),
    ),
    order: withDefault(
      choiceField(MESSAGE_ORDERS, {
        description: 'The order of messages. A cursor belongs to one order.',
        message: SEARCH_MESSAGES.badMessageOrder,
      }),
      'newest',
    ),
  },
  mayBeStale: true,
  answer: searchSchema,
  problems: ['not_a_member', 'not_found', 'rate_limited'],
});
export type SearchQuery = InputOf<typeof search>['query'];

export const searchPlaceSchema = object('SearchPlace', 'A name that `in:` takes in a search of messages.', {
  name: text('The name of a channel or group, or `@` and the Oni ID of the other member of two.', {
    example: 'Rooftop watch',
  }),
  serverName: nullable(
    text('The dimension of the channel; null for a conversation, and if several places have the name.', {
      example: 'Tidal Library',
    }),
  ),
  count: wholeNumber('How many channels and conversations have the name.', { example: 1 }),
});
export type SearchPlace = TypeOf<typeof searchPlaceSchema>;

export const listSearchPlaces = call('GET', '/search/places', {
  summary: 'Names channels and conversations to search in',
  description: `Returns up to ${SEARCH.places} names of channels and conversations that the caller has joined and may read, those that begin with \`q\` first, by name.`,
  query: {
    q: textField(SEARCH_RULES.place),
    server: omittable(idField('A dimension: only its channels are named.')),
  },
  mayBeStale: true,
  answer: object('SearchPlaces', 'Names that `in:` takes.', { items: list(searchPlaceSchema) }),
  problems: ['rate_limited'],
});
export type SearchPlacesQuery = InputOf<typeof listSearchPlaces>['query'];
