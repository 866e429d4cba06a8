import { profileParts } from '../account/current-user.js';
import { call } from '../shared/call.js';
import {
  added,
  flag,
  id,
  list,
  nullable,
  object,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';

/** How much of a line one call returns. */
export const LINK_DETAILS = {
  /** The parts in which its strength is drawn. */
  parts: 5,
  tags: 24,
  /** Posts and boards named per tag and member. */
  named: 2,
  /** Tags that would draw a line. */
  next: 3,
  dimensions: 2,
  cardTags: 5,
} as const;

/** Returns the lit parts of a line: one for each shared tag that is not a hub, at most all. */
export const litPartsOf = (strength: number): number => Math.min(strength, LINK_DETAILS.parts);

const strength = wholeNumber(
  'The number of shared tags that are not hubs, as stored with the link; 0 without a link.',
  {
    example: 3,
  },
);

const tagSourcesSchema = object(
  'TagSources',
  'Where a member shows a tag. Counts only what others may see.',
  {
    isOnProfile: flag('Whether the profile text has the tag.'),
    postCount: wholeNumber('The number of posts with the tag.', { example: 6 }),
    posts: list(
      object('TagSourcePost', 'A post.', {
        id: id('The post.'),
        title: text('Its title.', { example: 'Slow light' }),
      }),
      'The newest of them.',
    ),
    pictureCount: wholeNumber('The number of pictures with the tag.', { example: 2 }),
    pictureId: added(nullable(id('The newest of them; null without any.')), null),
    boards: added(
      list(
        object('TagSourceBoard', 'A board.', {
          id: id('The board.'),
          name: text('Its name.', { example: 'Paper cities' }),
        }),
        'The newest boards with the tag.',
      ),
      [],
    ),
  },
);
export type TagSources = TypeOf<typeof tagSourcesSchema>;

const sharedTagSchema = object('SharedTag', 'A tag that both members show.', {
  name: text('The tag.', { example: 'maps' }),
  isHub: flag('Whether so many members show the tag that it draws no lines.', false),
  yours: tagSourcesSchema,
  theirs: tagSourcesSchema,
});
export type SharedTagView = TypeOf<typeof sharedTagSchema>;

export const linkDetailsSchema = object('MemberLine', 'The line between the caller and another member.', {
  strength,
  since: nullable(timestamp('When the link formed; null without a link.')),
  tags: list(sharedTagSchema, 'Shared tags: those that draw the line first, by name.'),
  nextTags: list(
    text('A tag.', { example: 'streetlamps' }),
    'Without a link: tags of the member that the caller does not show and that draw lines.',
  ),
  dimensions: added(
    list(
      object('LineDimension', 'A dimension.', {
        id: id('The dimension.'),
        name: text('Its name.', { example: 'Observatory' }),
        isPublic: flag('Whether everyone can find it.'),
      }),
      'Some that both are members of.',
    ),
    [],
  ),
});
export type LinkDetailsView = TypeOf<typeof linkDetailsSchema>;

export const memberCardSchema = object('MemberCard', 'A member in short.', {
  id: id('The member.'),
  username: profileParts.username,
  displayName: profileParts.displayName,
  profileImageUrl: profileParts.profileImageUrl,
  isOnline: flag('Whether the member is online.'),
  strength,
  sharedTags: list(text('A tag.', { example: 'maps' }), 'Some of the shared tags.'),
  sentence: nullable(text('The first sentence about the member.', { example: 'Night shifts and nebulae.' })),
});
export type MemberCardView = TypeOf<typeof memberCardSchema>;

const member = { username: text('The Oni ID; case is ignored.', { example: 'vesper' }) };

export const getLinkDetails = call('GET', '/users/:username/line', {
  summary: 'Returns the line between the caller and a member: the shared tags, and where they come from',
  description: 'Only what others may see is a source, on both sides. There is no line to oneself.',
  params: member,
  answer: linkDetailsSchema,
  problems: ['not_found'],
});

export const getMemberCard = call('GET', '/users/:username/card', {
  summary: 'Returns a member in short, with the line to the caller',
  params: member,
  mayBeStale: true,
  answer: memberCardSchema,
  problems: ['not_found'],
});
