import { type Constellation, constellationSchema } from '@oniverse/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { typedQuery } from '../../api/query-client.js';
import { useHintedRefetch } from '../../live/use-hinted-refetch.js';
import { neighboursOf } from './skyline.js';

/** The member and their closest neighbours. */
const MEMBERS = 40;

const nearQuery = queryOptions({
  queryKey: ['/api', 'constellation', `?limit=${MEMBERS}`] as const,
  queryFn: typedQuery(constellationSchema),
  staleTime: 30_000,
});

const EVENTS = ['links:changed'] as const;

const EMPTY = { neighbours: [], links: [] };
const selectNear = (constellation: Constellation) => ({
  neighbours: neighboursOf(constellation),
  links: constellation.connections,
});

export function useNear() {
  useHintedRefetch(nearQuery.queryKey, EVENTS);
  const { data, isPending, isError } = useQuery({ ...nearQuery, select: selectNear });
  const { neighbours, links } = data ?? EMPTY;
  /** A full response means that there may be more. */
  const isMore = neighbours.length === MEMBERS - 1;
  return { neighbours, links, isMore, isPending, isError };
}
