import { type Constellation, HOME } from '@oniverse/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isFlag, isListOf, isNullable, isNumber, isShape, isText } from '../../api/guards.js';
import { typedQuery } from '../../api/query-client.js';
import { neighboursOf } from './skyline.js';

type Node = Constellation['users'][number];
type ConstellationLink = Constellation['connections'][number];

/** The member and the nearest nodes: a small part of the constellation, strongest links first. */
const nearQuery = queryOptions({
  queryKey: ['/api', 'constellation', `?limit=${HOME.members}`] as const,
  queryFn: typedQuery(
    isShape<Constellation>({
      users: isListOf(
        isShape<Node>({
          id: isText,
          username: isText,
          displayName: isNullable(isText),
          isCurrentUser: isFlag,
        }),
      ),
      connections: isListOf(
        isShape<ConstellationLink>({
          fromUserId: isText,
          toUserId: isText,
          strength: isNumber,
          sharedTags: isListOf(isText),
        }),
      ),
    }),
  ),
  staleTime: 30_000,
});

const NOTHING = { neighbours: [], links: [] };
const nearOf = (constellation: Constellation) => ({
  neighbours: neighboursOf(constellation),
  links: constellation.connections,
});

/** The nodes that are linked with the member's own, and the links among them. */
export function useNear() {
  const { data, isPending, isError } = useQuery({ ...nearQuery, select: nearOf });
  const { neighbours, links } = data ?? NOTHING;
  /** The answer was full: there may be more. */
  const isMore = neighbours.length === HOME.members - 1;
  return { neighbours, links, isMore, isPending, isError };
}
