import { constellationHistorySchema } from '@oniverse/contracts';
import { queryOptions } from '@tanstack/react-query';
import { typedQuery } from '../../../api/query-client.js';
import { type Scope, scopeSegments } from '../constellation.queries.js';

const FRESH_MS = 5 * 60_000;

/** Not below the key of the constellation, whose queries all have live changes applied. */
export const historyQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['/api/constellation/history', ...scopeSegments(scope)],
    queryFn: typedQuery(constellationHistorySchema),
    staleTime: FRESH_MS,
  });
