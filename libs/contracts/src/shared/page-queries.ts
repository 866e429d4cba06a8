import { LIMITS } from './limits.js';
import { SORT_ORDERS } from './lists.js';
import { MESSAGES } from './problems.js';
import {
  choiceField,
  idField,
  numberInQuery,
  omittable,
  requestBody,
  tagInQuery,
  textField,
  withDefault,
} from './request-fields.js';
import { RULES } from './rules.js';

/** How many entries a list returns. */
export const limitInQuery = numberInQuery('The maximum number of entries.', {
  min: 1,
  max: LIMITS.page.max,
  message: MESSAGES.badLimit,
  example: LIMITS.page.default,
});

/** The query of a list. */
export const pageQuery = requestBody({
  limit: withDefault(limitInQuery, LIMITS.page.default),
  cursor: omittable(idField('The X-Next-Cursor of the previous page.')),
});

/** The query of a list that can be searched and sorted. */
export const filteredPageQuery = requestBody({
  ...pageQuery,
  q: textField(RULES.search.q),
  tag: tagInQuery('Only entries with this tag.'),
  sort: withDefault(
    choiceField(SORT_ORDERS, { description: 'The order of the entries.', message: MESSAGES.badSort }),
    'newest',
  ),
});
