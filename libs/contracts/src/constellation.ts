import { tagsPart } from './parts.js';
import {
  anyOf,
  flag,
  id,
  list,
  moment,
  nullable,
  object,
  oneOf,
  text,
  type TypeOf,
  wholeNumber,
} from './schema.js';

const memberNode = {
  id: id('The member.'),
  username: text('The Oni ID.', { example: 'vesper' }),
  displayName: nullable(text('The Oni name.', { example: 'Vesper Lund' })),
};

const linkSchema = object('ConstellationLink', 'Two members who share tags; one a pair.', {
  fromUserId: id('The end with the smaller id.'),
  toUserId: id('The other end.'),
  strength: wholeNumber('How many tags they share.', { minimum: 1, example: 3 }),
  sharedTags: tagsPart,
});

/** Members, and how the tags that they share connect them. */
export const constellationSchema = object(
  'Constellation',
  'Members, and how the tags that they share connect them.',
  {
    users: list(
      object('ConstellationNode', 'A member.', {
        ...memberNode,
        isCurrentUser: flag('Whether it is the caller.'),
      }),
    ),
    connections: list(linkSchema),
  },
);
export type Constellation = TypeOf<typeof constellationSchema>;

/** What of the constellation is other than it was. */
export const constellationChangeSchema = object('ConstellationChanged', 'What is other than it was.', {
  users: list(
    object('ChangedNode', 'A member.', memberNode),
    'Public members who are new, or bear a new name.',
  ),
  connections: list(linkSchema, 'Links that are new, or stronger or weaker than they were.'),
  removed: object('RemovedFromConstellation', 'What is not there any more.', {
    userIds: list(id('A member.'), 'Members who left or turned private; their links go with them.'),
    pairs: list(
      list(id('An end, the smaller id first.'), 'Two members.'),
      'Members who are connected no more.',
    ),
  }),
});
export type ConstellationChange = TypeOf<typeof constellationChangeSchema>;

/** Whose posts a feed holds: of members near in the constellation, or everyone's. */
export const FEED_SCOPES = ['near', 'all'] as const;
export type FeedScope = (typeof FEED_SCOPES)[number];

const place = {
  server: object('ActivityServer', 'A public dimension that the caller is in.', {
    id: id('The dimension.'),
    name: text('Its name.', { example: 'Stargazers' }),
  }),
  at: moment('When it last happened.'),
};
const person = object('ActivityUser', 'A member.', memberNode);

/** Something that happened near the caller. */
export const activitySchema = anyOf(
  object('MessagesActivity', 'Others talked in a channel.', {
    kind: oneOf(['messages'], 'What happened.', 'messages'),
    ...place,
    channel: object('ActivityChannel', 'A channel.', {
      id: id('The channel.'),
      name: text('Its name.', { example: 'general' }),
    }),
    count: wholeNumber('How many messages in the last days.', { minimum: 1, example: 24 }),
  }),
  object('JoinedActivity', 'A member came into a dimension.', {
    kind: oneOf(['joined'], 'What happened.', 'joined'),
    ...place,
    user: person,
  }),
  object('LinkedActivity', 'A member is newly connected with the caller.', {
    kind: oneOf(['linked'], 'What happened.', 'linked'),
    at: place.at,
    user: person,
    sharedTags: tagsPart,
  }),
);
export type ActivityView = TypeOf<typeof activitySchema>;
