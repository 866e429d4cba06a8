import { tagsPart } from '../shared/parts.js';
import {
  anyOf,
  flag,
  id,
  list,
  timestamp,
  nullable,
  object,
  oneOf,
  optional,
  text,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';

const memberNode = {
  id: id('The member.'),
  username: text('The Oni ID.', { example: 'vesper' }),
  displayName: nullable(text('The Oni name.', { example: 'Vesper Lund' })),
};

const linkSchema = object('ConstellationLink', 'A link between two members with shared tags; one per pair.', {
  fromUserId: id('The member with the smaller id.'),
  toUserId: id('The other member.'),
  strength: wholeNumber('The number of shared tags.', { minimum: 1, example: 3 }),
  sharedTags: tagsPart,
});

const totalsSchema = object(
  'ConstellationTotals',
  'Totals, including nodes and links that this response omits.',
  {
    nodes: wholeNumber('Public members and the caller.', { example: 12_345 }),
    links: wholeNumber('Links between members.', { example: 48_210 }),
  },
);
export type ConstellationTotals = TypeOf<typeof totalsSchema>;

export const constellationSchema = object(
  'Constellation',
  'Members and the links between those with shared tags.',
  {
    users: list(
      object('ConstellationNode', 'A member.', {
        ...memberNode,
        isCurrentUser: flag('Whether this is the caller.'),
      }),
    ),
    connections: list(linkSchema),
    totals: optional(totalsSchema),
  },
);
export type Constellation = TypeOf<typeof constellationSchema>;

export const constellationChangeSchema = object('ConstellationChanged', 'Changes to the constellation.', {
  users: list(object('ChangedNode', 'A member.', memberNode), 'New public members and renamed members.'),
  connections: list(linkSchema, 'New links and links whose strength changed.'),
  removed: object('RemovedFromConstellation', 'Removed members and links.', {
    userIds: list(id('A member.'), 'Members who left or became private; their links are removed too.'),
    pairs: list(
      list(id('A member; the smaller id comes first.'), 'A pair of members.'),
      'Pairs that are no longer linked.',
    ),
  }),
});
export type ConstellationChange = TypeOf<typeof constellationChangeSchema>;

export const constellationHistorySchema = object(
  'ConstellationHistory',
  'The weeks in which links stood between members who are listed now.',
  {
    from: text('The Monday of the first week, UTC.', { example: '2025-11-24' }),
    weeks: wholeNumber('The number of weeks; the last one is the present one.', { minimum: 1, example: 53 }),
    users: list(id('A member.'), 'The members whose links follow.'),
    links: list(
      list(wholeNumber('A position or a week; the first week is 0.')),
      'Links, each with two positions in `users`, then the first and the last week of each time that it stood.',
    ),
    own: list(
      object('OwnLinkHistory', 'A present link of the caller.', {
        userId: id('The other member.'),
        formedAt: timestamp('When the link formed.'),
      }),
    ),
  },
);
export type ConstellationHistory = TypeOf<typeof constellationHistorySchema>;

/** The authors in a feed: members near the caller in the constellation, or everyone. */
export const FEED_SCOPES = ['near', 'all'] as const;
export type FeedScope = (typeof FEED_SCOPES)[number];

const place = {
  server: object('ActivityServer', 'A public dimension that the caller is in.', {
    id: id('The dimension.'),
    name: text('Its name.', { example: 'Stargazers' }),
  }),
  at: timestamp('When it last happened.'),
};
const person = object('ActivityUser', 'A member.', memberNode);

/** How far back the activity around a member reaches, in days. */
export const ACTIVITY_DAYS = 7;

export const activitySchema = anyOf(
  object('MessagesActivity', 'Others wrote in a channel.', {
    kind: oneOf(['messages'], 'What happened.', 'messages'),
    ...place,
    channel: object('ActivityChannel', 'A channel.', {
      id: id('The channel.'),
      name: text('Its name.', { example: 'general' }),
    }),
    count: wholeNumber('The number of recent messages.', { minimum: 1, example: 24 }),
  }),
  object('JoinedActivity', 'A member joined a dimension.', {
    kind: oneOf(['joined'], 'What happened.', 'joined'),
    ...place,
    user: person,
  }),
  object('LinkedActivity', 'A member was newly linked with the caller.', {
    kind: oneOf(['linked'], 'What happened.', 'linked'),
    at: place.at,
    user: person,
    sharedTags: tagsPart,
  }),
);
export type ActivityView = TypeOf<typeof activitySchema>;
