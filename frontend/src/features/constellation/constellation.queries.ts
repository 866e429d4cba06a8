import { type Constellation, constellationSchema } from '@oniverse/contracts';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidateAndRefetch } from '../../api/invalidate-and-refetch.js';
import { http } from '../../api/http.js';
import { parse } from '../../api/parse.js';
import { pathOf } from '../../api/query-client.js';
import { useConnection } from '../../live/connection.store.js';
import { LiveError } from '../../live/live-error.js';
import { onConnected, onLive, request, startLive } from '../../live/live.js';
import { applyChange, isBroken } from './apply-change.js';
import { PATH_KEY } from './use-path.js';

export const REFETCH_MS = 30_000;

/** Prefix of every constellation query, whichever member is at the centre. */
const CONSTELLATION_KEY = ['/api', 'constellation'] as const;

export const constellationQuery = (around?: string) =>
  queryOptions({
    queryKey: around === undefined ? CONSTELLATION_KEY : ([...CONSTELLATION_KEY, around] as const),
    queryFn: async ({ signal }) => {
      const query = around === undefined ? '' : `?around=${encodeURIComponent(around)}`;
      return parse(constellationSchema, await http(`${pathOf(CONSTELLATION_KEY)}${query}`, { signal }));
    },
    refetchInterval: REFETCH_MS,
  });

/** @returns a function that unsubscribes */
function followConstellation(client: QueryClient): () => void {
  const filters = { queryKey: CONSTELLATION_KEY };
  const watch = async () => {
    try {
      await request('constellation:watch', {});
    } catch (error) {
      // The next connect subscribes again; until then the periodic refetch continues.
      if (error instanceof LiveError) return;
      throw error;
    }
    // Changes before the subscription were not delivered to this client.
    await invalidateAndRefetch(client, filters);
  };
  const stopChanges = onLive('constellation:changed', (change) => {
    client.setQueriesData<Constellation>(filters, (current) => current && applyChange(current, change));
    for (const [queryKey, path] of client.getQueriesData<Constellation>({ queryKey: PATH_KEY })) {
      if (path && isBroken(path, change)) void client.invalidateQueries({ queryKey });
    }
    // A response in flight may be older than the change.
    if (client.isFetching(filters) > 0) void invalidateAndRefetch(client, filters);
  });
  const stopConnects = onConnected(() => void watch());
  if (useConnection.getState().status === 'live') void watch();
  return () => {
    stopChanges();
    stopConnects();
  };
}

/** Returns the constellation, refetched every 30 s and updated by live changes. */
export function useConstellation(around?: string) {
  const client = useQueryClient();
  const isIdle = useConnection(({ status }) => status === 'idle');
  useEffect(() => followConstellation(client), [client]);
  useEffect(() => {
    if (isIdle) startLive();
  }, [isIdle]);
  // Shared nodes keep their positions while the constellation around another member loads.
  return useQuery({ ...constellationQuery(around), placeholderData: keepPreviousData });
}
