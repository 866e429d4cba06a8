import { indexedTagSchema, tagIndexSchema } from '@oniverse/contracts';
import { queryOptions } from '@tanstack/react-query';
import { listQuery } from '../../api/list-query.js';
import { typedQuery } from '../../api/query-client.js';

const INDEX = ['/api', 'tag-index'] as const;
/** No live events announce new tags. */
const FRESH_MS = 60_000;

export const tagIndexQuery = queryOptions({
  queryKey: INDEX,
  queryFn: typedQuery(tagIndexSchema),
  staleTime: FRESH_MS,
});

/** The shown tags by name. @param prefix undefined for all */
export const tagNamesQuery = (prefix: string | undefined) =>
  listQuery(
    [...INDEX, 'names'],
    indexedTagSchema,
    { limit: '60', ...(prefix !== undefined && { prefix }) },
    FRESH_MS,
  );
