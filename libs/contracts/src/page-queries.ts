import { LIMITS } from './limits.js';
import { MESSAGES } from './problems.js';
import { idField, numberInQuery, omittable, requestBody, withDefault } from './request-fields.js';

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
