import { constellationHistorySchema } from '@oniverse/contracts';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../../api/http.js';
import { parse } from '../../../api/parse.js';

const FRESH_MS = 5 * 60_000;

/** Not below the key of the constellation, whose queries all have live changes applied. */
export const historyQuery = (around: string | undefined) =>
  queryOptions({
    queryKey: ['/api', 'constellation-history', around ?? null],
    queryFn: async ({ signal }) => {
      const query = around === undefined ? '' : `?around=${encodeURIComponent(around)}`;
      return parse(constellationHistorySchema, await http(`/api/constellation/history${query}`, { signal }));
    },
    staleTime: FRESH_MS,
  });
