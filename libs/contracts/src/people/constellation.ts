import { username } from '../account/account-rules.js';
import { call, type InputOf } from '../shared/call.js';
import { field, required } from '../shared/field-rules.js';
import { tagsPart } from '../shared/parts.js';
import { phrases } from '../shared/phrases.js';
import {
  idField,
  idsInQuery,
  numberInQuery,
  omittable,
  textField,
  withDefault,
} from '../shared/request-fields.js';
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

const scope = {
  limit: withDefault(
    numberInQuery('The maximum number of members.', {
      min: 1,
      max: CONSTELLATION.maxNodes,
      message: CONSTELLATION_MESSAGES.badNodeLimit,
      example: CONSTELLATION.nodes,
    }),
    CONSTELLATION.nodes,
  ),
  around: omittable(idField('The member at the center of the neighbourhood; the caller by default.')),
};

export const getConstellation = call('GET', '/constellation', {
  summary: 'Returns public members, the caller, and the links between members with shared tags',
  description:
    'Contains all public members up to the limit. Above it, contains the neighbourhood of the caller or of ' +
    '`around`: members up to two links away, strongest first, then the best connected. Members are sorted by id, ' +
    'links by strength, at most four per member of `limit` and at least 2,000. If not all links fit, those of the caller and of `around` come first. `totals` then has ' +
    'the total numbers, about a minute old. A private caller appears without links.',
  query: scope,
  answer: constellationSchema,
  problems: ['not_found'],
});

const END = field('The Oni ID of the member at one end; case is ignored.', 'vesper', [
  required(CONSTELLATION_MESSAGES.pathEndsRequired),
  username.known,
]);

export const findPath = call('GET', '/constellation/path', {
  summary: 'Returns a shortest path between two members: its members and links, in order',
  description:
    'Both lists are empty if no path has up to six links, or if one of the two does not exist or is private. Among ' +
    'equally short paths, strong links come first. In a very dense network the search looks at a part of the links, ' +
    'so that a long path may be missed.',
  query: {
    from: textField(END),
    to: textField(END),
    without: withDefault(
      idsInQuery(
        'Members of the paths already shown. The path leads around them, and is longer than one link if there are any.',
        { max: PATH.avoided, message: CONSTELLATION_MESSAGES.badIds },
      ),
      [],
    ),
  },
  answer: constellationSchema,
  problems: ['rate_limited'],
});
export type PathSearch = InputOf<typeof findPath>['query'];

export const getConstellationHistory = call('GET', '/constellation/history', {
  summary: 'Returns in which weeks links stood between the members that the caller sees now',
  description:
    'The members are those of `GET /api/constellation` with the same parameters, without a private caller. Links ' +
    'that ended come from daily snapshots, and members and links may be a minute old; hidden members disappear at once. A link stood in a week if it stood on a day of it. If not all links fit, ' +
    'those of the caller come first, then those that stood longest.',
  query: {
    ...scope,
    weeks: withDefault(
      numberInQuery('The number of weeks, up to the present one.', {
        min: 1,
        max: CONSTELLATION_HISTORY.weeks,
        message: CONSTELLATION_MESSAGES.badWeeks,
        example: CONSTELLATION_HISTORY.weeks,
      }),
      CONSTELLATION_HISTORY.weeks,
    ),
  },
  answer: constellationHistorySchema,
  problems: ['not_found'],
});
