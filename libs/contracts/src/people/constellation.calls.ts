import { username } from '../account/account-rules.js';
import {
  CONSTELLATION,
  CONSTELLATION_HISTORY,
  CONSTELLATION_MESSAGES,
  constellationHistorySchema,
  constellationSchema,
  PATH,
} from './constellation.js';
import { call, type InputOf } from '../shared/call.js';
import { field, required } from '../shared/field-rules.js';
import {
  idField,
  idsInQuery,
  numberInQuery,
  omittable,
  textField,
  withDefault,
} from '../shared/request-fields.js';

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

export const getConstellation = call({
  method: 'GET',
  path: '/constellation',
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

export const findPath = call({
  method: 'GET',
  path: '/constellation/path',
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

export const getConstellationHistory = call({
  method: 'GET',
  path: '/constellation/history',
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
