import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Guard, isListOf, parse } from './guards.js';
import { httpPage } from './http.js';
import { type PathKey, pathOf } from './query-client.js';

/** A part of a list, and what the next part is asked with. */
export interface ListPage<T> {
  items: T[];
  /** Null where the list ends. */
  next: string | null;
}

/**
 * A list that comes in parts, by the server's cursors. Its key is the address and then the search, so that an
 * invalidated address takes all its searches along.
 * @param freshMs for how long what was fetched is shown again without asking
 */
export function listQuery<T>(
  path: PathKey,
  guard: Guard<T>,
  search: Readonly<Record<string, string>> = {},
  freshMs = Infinity,
) {
  const isList = isListOf(guard);
  const asked = new URLSearchParams(search).toString();
  return infiniteQueryOptions({
    queryKey: [...path, asked] as const,
    queryFn: async ({ pageParam, signal }): Promise<ListPage<T>> => {
      const query = new URLSearchParams({ ...search, ...(pageParam !== '' && { cursor: pageParam }) });
      const { answer, next } = await httpPage(`${pathOf(path)}?${query}`, { signal });
      return { items: parse(isList, answer), next };
    },
    staleTime: freshMs,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}
