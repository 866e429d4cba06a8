import { call } from '../shared/call.js';
import { ACTIVITY_DAYS, activitySchema } from './constellation.js';
import { LIMITS } from '../shared/limits.js';
import { limitInQuery } from '../shared/page-queries.js';
import { withDefault } from '../shared/request-fields.js';
import { list } from '../shared/schema.js';

export const listActivity = call({
  method: 'GET',
  path: '/activity',
  summary: 'Lists recent activity around the member',
  description:
    `Covers the last ${ACTIVITY_DAYS} days, newest first, without further pages: messages of others in the member’s ` +
    'public dimensions, counted by channel; members who joined them; and new links of the member. Private data ' +
    'never appears.',
  query: { limit: withDefault(limitInQuery, LIMITS.page.default) },
  answer: list(activitySchema),
});
