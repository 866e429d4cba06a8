import { waitlistStatsSchema } from '@oniverse/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { http } from '../../api/http.js';
import { parseOr } from '../../api/parse.js';
import { pathOf } from '../../api/query-client.js';
import { useLiveNodeCount } from '../../live/node-count.js';

export const STATS_REFETCH_MS = 60_000;

/** Bypasses all caches. A failure is logged and rethrown. */
export const statsQuery = queryOptions({
  queryKey: ['/api', 'waitlist', 'stats'] as const,
  queryFn: async ({ queryKey, signal }) => {
    try {
      const answer = await http(pathOf(queryKey), { signal, cache: 'no-store' });
      const stats = parseOr(waitlistStatsSchema, answer, undefined);
      if (!stats) throw new Error('The server answered in an unexpected form.');
      return stats.count;
    } catch (error) {
      if (!signal.aborted) console.error('The node count could not be fetched.', error);
      throw error;
    }
  },
});

/**
 * Returns the last pushed count, else the last fetched one, else 0.
 * @param options.polls also fetches every minute; false relies on the push
 */
export function useNodeCount({ polls = true } = {}): number {
  const live = useLiveNodeCount();
  const { data } = useQuery({ ...statsQuery, refetchInterval: polls && STATS_REFETCH_MS });
  return live ?? data ?? 0;
}
