import { getWaitlistStats } from '@oniverse/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { keyOfPath, sendUnchecked } from '../../../api/http.js';
import { parseOr } from '../../../api/parse.js';
import { useLiveNodeCount } from '../../../live/node-count.js';

export const STATS_REFETCH_MS = 60_000;

/** Bypasses all caches. A failure is logged and rethrown. */
export const statsQuery = queryOptions({
  queryKey: keyOfPath(getWaitlistStats.path),
  queryFn: async ({ signal }) => {
    try {
      const answer = await sendUnchecked(getWaitlistStats, { signal, cache: 'no-store' });
      const stats = parseOr(getWaitlistStats.answer, answer, undefined);
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
