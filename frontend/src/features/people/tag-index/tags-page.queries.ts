import { getTagIndex, listTagNames } from '@oniverse/contracts';
import { listOf, queryOf } from '../../../api/calls.js';

/** No live events announce new tags. */
const FRESH_MS = 60_000;

export const tagIndexQuery = queryOf(getTagIndex, {}, FRESH_MS);

/** The shown tags by name. @param prefix undefined for all */
export const tagNamesQuery = (prefix: string | undefined) =>
  listOf(listTagNames, { query: { limit: 60, prefix } }, FRESH_MS);
