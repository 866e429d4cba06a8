import { call, type InputOf } from '../shared/call.js';
import { MESSAGES } from '../shared/problems.js';
import { choicesInQuery, numberInQuery, textField, withDefault } from '../shared/request-fields.js';
import { RULES } from '../shared/rules.js';
import { SEARCH, searchSchema } from './search.js';
import { SEARCH_KINDS } from './search-kinds.js';

export const search = call({
  method: 'GET',
  path: '/search',
  summary: 'Searches what the caller may see',
  description:
    'Members, tags and dimensions whose name begins with `q` come first, then those that contain it, by name. Posts ' +
    `whose title matches come first, newest first, and pictures are newest first. Returns up to ${SEARCH.limit} ` +
    'entries of each kind; `cursor` continues the list of a single kind.',
  query: {
    q: textField(RULES.finder.q),
    kinds: withDefault(
      choicesInQuery(SEARCH_KINDS, {
        description: 'What to find, separated by commas; everything by default.',
        message: MESSAGES.badSearchKinds,
      }),
      [...SEARCH_KINDS],
    ),
    limit: withDefault(
      numberInQuery('The maximum number of entries of each kind.', {
        min: 1,
        max: SEARCH.maxLimit,
        message: MESSAGES.badSearchLimit,
        example: SEARCH.limit,
      }),
      SEARCH.limit,
    ),
    cursor: textField(RULES.finder.cursor),
  },
  answer: searchSchema,
  problems: ['rate_limited'],
});
export type SearchQuery = InputOf<typeof search>['query'];
