import { type Constellation, findPath, PATH } from '@oniverse/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/calls.js';
import { linkKey } from './graph.js';

/** Prefix of every path query. Differs from that of the constellation, whose live changes are applied in place. */
export const PATH_KEY = [findPath.path] as const;

/** Oni IDs of both ends. */
export interface PathEnds {
  from: string;
  to: string;
}

const pathQuery = ({ from, to }: PathEnds, without: readonly string[]) =>
  queryOptions({
    queryKey: [...PATH_KEY, from, to, without.join()],
    queryFn: async ({ signal }) => {
      const query = { from, to, ...(without.length > 0 && { without: [...without] }) };
      return send(findPath, { query }, signal);
    },
  });

export interface PathState {
  /** The path; without members if there is none. Undefined until the answer arrives. */
  path: Constellation | undefined;
  /** Whether this is not the first path between the ends. */
  isAnother: boolean;
  error: Error | null;
  isLoading: boolean;
  showAnother: () => void;
  showFirst: () => void;
}

const keyOf = (ends: PathEnds | undefined): string => (ends ? `${ends.from} ${ends.to}` : '');

/** Finds a path, and further ones around the members of the earlier ones. */
export function usePath(ends: PathEnds | undefined): PathState {
  const [avoided, setAvoided] = useState<{ key: string; ids: readonly string[] }>({ key: '', ids: [] });
  const key = keyOf(ends);
  const without = avoided.key === key ? avoided.ids : [];
  const { data, error, isFetching } = useQuery({
    ...pathQuery(ends ?? { from: '', to: '' }, without),
    enabled: ends !== undefined,
    // The earlier path stays until another one is found.
    placeholderData: without.length > 0 ? keepPreviousData : undefined,
  });
  const path = ends ? data : undefined;
  return {
    path,
    isAnother: without.length > 0,
    error: ends ? error : null,
    isLoading: ends !== undefined && isFetching,
    showAnother: () => {
      const ids = [...new Set([...without, ...(path?.users ?? []).map(({ id }) => id)])];
      if (ids.length <= PATH.avoided) setAvoided({ key, ids });
    },
    showFirst: () => setAvoided({ key, ids: [] }),
  };
}

/** Returns the constellation with the members and links of a path, some of which may not be loaded. */
export function withPath(constellation: Constellation, path: Constellation | undefined): Constellation {
  if (!path || path.users.length === 0) return constellation;
  const known = new Set(constellation.users.map(({ id }) => id));
  const linked = new Set(constellation.connections.map(linkKey));
  return {
    ...constellation,
    users: [...constellation.users, ...path.users.filter(({ id }) => !known.has(id))],
    connections: [
      ...constellation.connections,
      ...path.connections.filter((link) => !linked.has(linkKey(link))),
    ],
  };
}
