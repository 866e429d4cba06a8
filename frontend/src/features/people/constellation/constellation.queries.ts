import { type Constellation, CONSTELLATION, getConstellation, isRecord } from '@oniverse/contracts';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, queryOf } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { useConnection } from '../../../live/connection.store.js';
import { LiveError } from '../../../live/live-error.js';
import { onConnected, onLive, request, startLive } from '../../../live/live.js';
import { applyChange, isBroken } from './apply-change.js';
import { PATH_KEY } from './use-path.js';

export const REFETCH_MS = 30_000;
/** Up to 1.4 MB at 2,000 nodes, which live changes keep up to date. */
const EXPANDED_REFETCH_MS = 5 * 60_000;

/** What part of the network is shown. */
export interface Scope {
  /** The member id at the centre; by default the signed-in member's. */
  around: string | undefined;
  isExpanded: boolean;
}

/** Returns the query parameters of a scope; none for the default. */
export const queryParamsOf = ({ around, isExpanded }: Scope): { around?: string; limit?: number } => ({
  ...(around !== undefined && { around }),
  ...(isExpanded && { limit: CONSTELLATION.maxNodes }),
});

/** Returns the maximum number of nodes that a query asks for. */
function limitOf(queryKey: readonly unknown[]): number {
  const { query } = Object(queryKey.at(-1));
  return isRecord(query) && typeof query['limit'] === 'number' ? query['limit'] : CONSTELLATION.nodes;
}

const constellationQuery = (scope: Scope) =>
  queryOptions({
    ...queryOf(getConstellation, { query: queryParamsOf(scope) }),
    refetchInterval: scope.isExpanded ? EXPANDED_REFETCH_MS : REFETCH_MS,
  });

/** @returns a function that unsubscribes */
function followConstellation(client: QueryClient): () => void {
  const filters = { queryKey: addressOf(getConstellation) };
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
    for (const [queryKey] of client.getQueriesData<Constellation>(filters)) {
      client.setQueryData<Constellation>(
        queryKey,
        (current) => current && applyChange(current, change, limitOf(queryKey)),
      );
    }
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

/** Returns the constellation, refetched regularly and updated by live changes. */
export function useConstellation(scope: Scope) {
  const client = useQueryClient();
  const isIdle = useConnection(({ status }) => status === 'idle');
  useEffect(() => followConstellation(client), [client]);
  useEffect(() => {
    if (isIdle) startLive();
  }, [isIdle]);
  // Shared nodes keep their positions while another scope loads.
  const query = useQuery({ ...constellationQuery(scope), placeholderData: keepPreviousData });
  // An expanded view that cannot be loaded shows the usual part.
  const { data: usual } = useQuery({
    ...constellationQuery({ ...scope, isExpanded: false }),
    enabled: false,
  });
  return { ...query, data: query.data ?? usual };
}
