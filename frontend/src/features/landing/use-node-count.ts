import type { WaitlistStats } from '@oniverse/contracts';
import { CLIENT_PACE } from '@oniverse/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isFlag, isNumber, isShape, parse } from '../../api/guards.js';
import { http } from '../../api/http.js';
import { pathOf } from '../../api/query-client.js';
import { useLiveNodeCount } from '../../live/node-count.js';

interface StatsAnswer extends Omit<WaitlistStats, 'ok'> {
  ok: boolean;
}

const isStatsAnswer = isShape<StatsAnswer>({ ok: isFlag, count: isNumber });

/** How many nodes have formed: asked past every cache; a failure is only logged. */
export const statsQuery = queryOptions({
  queryKey: ['/api', 'waitlist', 'stats'] as const,
  queryFn: async ({ queryKey, signal }) => {
    try {
      const stats = parse(isStatsAnswer, await http(pathOf(queryKey), { signal, cache: 'no-store' }));
      if (!stats.ok) throw new Error('The waitlist could not be counted.');
      return stats.count;
    } catch (error) {
      if (!signal.aborted) console.error('The node count could not be fetched.', error);
      throw error;
    }
  },
});

/**
 * The count of nodes: what the socket pushed, else what was last fetched, else 0.
 * @param settings.polls false where the push will do: only the landing page asks every minute besides
 */
export function useNodeCount({ polls = true } = {}): number {
  const live = useLiveNodeCount();
  const { data } = useQuery({ ...statsQuery, refetchInterval: polls && CLIENT_PACE.statsRefetchMs });
  return live ?? data ?? 0;
}
