import { type Constellation, getConstellation } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/calls.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
import { neighboursOf } from './skyline.js';

/** The member and their closest neighbours. */
const MEMBERS = 40;

const nearQuery = queryOf(getConstellation, { query: { limit: MEMBERS } }, 30_000);

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
