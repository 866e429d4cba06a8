import { type Constellation, constellationSchema } from '@oniverse/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidateAndRefetch } from '../../api/invalidate-and-refetch.js';
import { typedQuery } from '../../api/query-client.js';
import { onLive } from '../../live/live.js';
import { throttle, HINTED_FETCH_MS } from '../../live/throttle.js';
import { neighboursOf } from './skyline.js';

/** The member and their closest neighbours. */
const MEMBERS = 40;

const nearQuery = queryOptions({
  queryKey: ['/api', 'constellation', `?limit=${MEMBERS}`] as const,
  queryFn: typedQuery(constellationSchema),
  staleTime: 30_000,
});

const EMPTY = { neighbours: [], links: [] };
const selectNear = (constellation: Constellation) => ({
  neighbours: neighboursOf(constellation),
  links: constellation.connections,
});

export function useNear() {
  const client = useQueryClient();
  useEffect(() => {
    const { request, stop } = throttle(
      () => void invalidateAndRefetch(client, { queryKey: nearQuery.queryKey }),
      HINTED_FETCH_MS,
    );
    const unsubscribe = onLive('links:changed', request);
    return () => {
      unsubscribe();
      stop();
    };
  }, [client]);
  const { data, isPending, isError } = useQuery({ ...nearQuery, select: selectNear });
  const { neighbours, links } = data ?? EMPTY;
  /** A full response means that there may be more. */
  const isMore = neighbours.length === MEMBERS - 1;
  return { neighbours, links, isMore, isPending, isError };
}
