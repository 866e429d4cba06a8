import { getConstellationHistory } from '@oniverse/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../../../api/calls.js';
import { queryParamsOf, type Scope } from '../constellation.queries.js';

const FRESH_MS = 5 * 60_000;

/** Not below the key of the constellation, whose queries all have live changes applied. */
export const historyQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [getConstellationHistory.path, queryParamsOf(scope)],
    queryFn: async ({ signal }) => send(getConstellationHistory, { query: queryParamsOf(scope) }, signal),
    staleTime: FRESH_MS,
  });
