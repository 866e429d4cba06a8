import { memberNode } from './constellation.js';
import { call } from '../shared/call.js';
import { LIMITS } from '../shared/limits.js';
import { limitInQuery } from '../shared/page-queries.js';
import { tagsPart } from '../shared/parts.js';
import { withDefault } from '../shared/request-fields.js';
import {
  anyOf,
  id,
  list,
  object,
  oneOf,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';

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

export const listActivity = call('GET', '/activity', {
  summary: 'Lists recent activity around the member',
  description:
    `Covers the last ${ACTIVITY_DAYS} days, newest first, without further pages: messages of others in the member’s ` +
    'public dimensions, counted by channel; members who joined them; and new links of the member. Private data ' +
    'never appears.',
  query: { limit: withDefault(limitInQuery, LIMITS.page.default) },
  answer: list(activitySchema),
});
