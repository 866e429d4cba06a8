import { call, type InputOf } from '../shared/call.js';
import { choicesInQuery, numberInQuery, textField, withDefault } from '../shared/request-fields.js';
import { SEARCH, SEARCH_KINDS, SEARCH_MESSAGES, SEARCH_RULES, searchSchema } from './search.js';

export const search = call({
  method: 'GET',
  path: '/search',
  summary: 'Searches what the caller may see',
  description:
    'Members, tags and dimensions whose name begins with `q` come first, then those that contain it, by name. Posts ' +
    `whose title matches come first, newest first, and pictures are newest first. Returns up to ${SEARCH.limit} ` +
    'entries of each kind; `cursor` continues the list of a single kind.',
  query: {
    q: textField(SEARCH_RULES.q),
    kinds: withDefault(
      choicesInQuery(SEARCH_KINDS, {
        description: 'What to find, separated by commas; everything by default.',
        message: SEARCH_MESSAGES.badSearchKinds,
      }),
      [...SEARCH_KINDS],
    ),
    limit: withDefault(
      numberInQuery('The maximum number of entries of each kind.', {
        min: 1,
        max: SEARCH.maxLimit,
        message: SEARCH_MESSAGES.badSearchLimit,
        example: SEARCH.limit,
      }),
      SEARCH.limit,
    ),
    cursor: textField(SEARCH_RULES.cursor),
  },
  answer: searchSchema,
  problems: ['rate_limited'],
});
export type SearchQuery = InputOf<typeof search>['query'];
