import { profileParts } from '../account/current-user.js';
import { authoredImageSchema } from '../album/images.js';
import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
import { tagsPart } from '../shared/parts.js';
import { flag, id, list, nullable, object, text, type TypeOf, wholeNumber } from '../shared/schema.js';
import { postSchema } from '../writing/posts.js';

/** How much of a tag one call returns. */
export const TAG_PAGE = {
  /** Above this, members are no longer counted. */
  countedMembers: 1_000,
  members: 6,
  /** Members in the tag's small constellation. */
  nodes: 24,
  pictures: 4,
  dimensions: 5,
  together: 8,
} as const;

const strength = wholeNumber(
  'The number of tags that the line between this member and the caller stands for; 0 without a line.',
  {
    example: 3,
  },
);

export const tagMemberSchema = object('TagMember', 'A member who shows a tag.', {
  id: id('The member.'),
  username: profileParts.username,
  displayName: profileParts.displayName,
  profileImageUrl: profileParts.profileImageUrl,
  strength,
  tags: list(
    text('A tag.', { example: 'maps' }),
    'With a line, the tags that it stands for. Otherwise, some other tags of the member.',
  ),
});
export type TagMemberView = TypeOf<typeof tagMemberSchema>;

const tagDimensionSchema = object(
  'TagDimension',
  'A public dimension whose name or description has the tag as a word.',
  {
    id: id('The dimension.'),
    name: text('Its name.', { example: 'The Sleepers' }),
    channelCount: wholeNumber('The number of its channels.', { example: 3 }),
    memberCount: wholeNumber('The number of its members.', { example: 64 }),
    isMember: flag('Whether the caller is a member.'),
  },
);
export type TagDimensionView = TypeOf<typeof tagDimensionSchema>;

export const tagPageSchema = object('TagPage', 'A tag, and where it leads.', {
  name: text('The tag, without the #.', { example: 'dreams' }),
  memberCount: nullable(
    wholeNumber(
      `The number of members who show the tag, up to ${TAG_PAGE.countedMembers}; null for visitors.`,
      {
        example: 26,
      },
    ),
  ),
  hasMoreMembers: flag('Whether more members show the tag than are counted.', false),
  isCarried: flag('Whether the caller shows the tag.'),
  isHub: flag('Whether so many members show the tag that it draws no lines; false for visitors.', false),
  sharedWith: list(
    text('An Oni ID.', { example: 'otto_n' }),
    'Members with a line to the caller, strongest first.',
  ),
  members: list(
    tagMemberSchema,
    'Members with a line to the caller, strongest first, then the newest others.',
  ),
  cluster: object('TagCluster', "The tag's small constellation.", {
    nodes: list(
      object('TagNode', 'A member.', {
        id: id('The member.'),
        username: profileParts.username,
        isCurrentUser: flag('Whether this is the caller.', false),
      }),
    ),
    links: list(
      list(wholeNumber('The place of a member in `nodes`.'), 'Two linked members.'),
      'Links among the nodes; none for visitors.',
    ),
  }),
  pictures: list(authoredImageSchema, 'The newest pictures.'),
  dimensions: list(tagDimensionSchema, 'Largest first; none for visitors.'),
  together: tagsPart,
});
export type TagPageView = TypeOf<typeof tagPageSchema>;

const tag = { tag: text('The tag, without the #; case is ignored.', { example: 'dreams' }) };

export const getTagPage = call('GET', '/tags/:tag', {
  summary: 'Returns a tag, and where it leads',
  description:
    'A tag that nobody shows has an empty page. Visitors get only members who chose to be visible to them, and no links, counts or dimensions.',
  access: 'visitors',
  params: tag,
  mayBeStale: true,
  answer: tagPageSchema,
  problems: ['not_found'],
});

export const listTagMembers = call('GET', '/tags/:tag/members', {
  summary: 'Lists the members who show a tag, newest first',
  params: tag,
  query: pageQuery,
  mayBeStale: true,
  answer: list(tagMemberSchema),
  problems: ['not_found'],
});

export const listTagPosts = call('GET', '/tags/:tag/posts', {
  summary: 'Lists the posts with a tag, newest first',
  description:
    'Visitors get one page, with posts of members who chose to be visible to them. Long posts are excerpts.',
  access: 'visitors',
  params: tag,
  query: pageQuery,
  mayBeStale: true,
  answer: list(postSchema),
  problems: ['not_found'],
});

export const listTagPictures = call('GET', '/tags/:tag/pictures', {
  summary: 'Lists the pictures with a tag, newest first',
  params: tag,
  query: pageQuery,
  mayBeStale: true,
  answer: list(authoredImageSchema),
  problems: ['not_found'],
});
