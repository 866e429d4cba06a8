import { listed } from './wording.js';
import { phrases } from './phrases.js';
import { LIMITS } from './limits.js';
import { SORT_ORDERS } from './lists.js';
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
import { filter } from './rules.js';

export const LIST_MESSAGES = phrases({
  badLimit: `The limit must be a whole number from 1 to ${LIMITS.page.max}.`,
  badSort: `The order must be ${listed(SORT_ORDERS, 'or')}.`,
});

/** How many entries a list returns. */
export const limitInQuery = numberInQuery('The maximum number of entries.', {
  min: 1,
  max: LIMITS.page.max,
  message: LIST_MESSAGES.badLimit,
  example: LIMITS.page.default,
});

/** The query of a list. */
export const pageQuery = requestBody({
  limit: withDefault(limitInQuery, LIMITS.page.default),
  cursor: omittable(idField('The X-Next-Cursor of the previous page.')),
});

/** The text that the entries of a list contain. */
export const textInQuery = textField(
  filter('Finds items whose text contains this, case-insensitively.', 'saturn'),
);

/** The query of a list that can be searched and sorted. */
export const filteredPageQuery = requestBody({
  ...pageQuery,
  q: textInQuery,
  tag: tagInQuery('Only entries with this tag.'),
  sort: withDefault(
    choiceField(SORT_ORDERS, { description: 'The order of the entries.', message: LIST_MESSAGES.badSort }),
    'newest',
  ),
});
