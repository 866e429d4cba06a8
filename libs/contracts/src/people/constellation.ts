import { tagsPart } from '../shared/parts.js';
import { phrases } from '../shared/phrases.js';
import {
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

export const memberNode = {
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

/** Nodes of the constellation: by default, and at most in the expanded view. */
export const CONSTELLATION = { nodes: 500, maxNodes: 2_000 } as const;

const MIN_LINKS = 2_000;
const LINKS_PER_NODE = 4;

/** Returns the maximum number of links between at most `nodes` members: 2,000 by default, more in the expanded view. */
export const maxLinksBetween = (nodes: number): number => Math.max(MIN_LINKS, nodes * LINKS_PER_NODE);

/** Bounds of a path between two members of the constellation. */
export const PATH = {
  /** The maximum number of links. */
  links: 6,
  /** The maximum number of members that another path avoids. */
  avoided: 40,
} as const;

/** The past of the constellation, in one answer. */
export const CONSTELLATION_HISTORY = { weeks: 53, links: 10_000 } as const;

export const CONSTELLATION_MESSAGES = phrases({
  badNodeLimit: `The limit must be a whole number from 1 to ${grouped(CONSTELLATION.maxNodes)}.`,
  badWeeks: `The number of weeks must be a whole number from 1 to ${CONSTELLATION_HISTORY.weeks}.`,
  badIds: `Give up to ${PATH.avoided} ids, separated by commas.`,
  pathEndsRequired: 'Please name both ends of the path.',
});
