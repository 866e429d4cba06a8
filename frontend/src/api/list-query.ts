import { NEXT_CURSOR_HEADER } from '@oniverse/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Guard, isListOf, parse } from './guards.js';
import { fetchAnswer } from './http.js';
import { type PathKey, pathOf } from './query-client.js';

/** A part of a list, and what the next part is asked with. */
export interface ListPage<T> {
  items: T[];
  /** Null where the list ends. */
  next: string | null;
}

/** Fetches one part of a list. @throws HttpError on a failed status */
export async function fetchPage<T>(
  path: PathKey,
  guard: Guard<T[]>,
  search: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ListPage<T>> {
  const response = await fetchAnswer(`${pathOf(path)}?${new URLSearchParams(search)}`, { signal });
  const items: unknown = await response.json();
  return { items: parse(guard, items), next: response.headers.get(NEXT_CURSOR_HEADER) };
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
    queryFn: async ({ pageParam, signal }): Promise<ListPage<T>> =>
      fetchPage(path, isList, { ...search, ...(pageParam !== '' && { cursor: pageParam }) }, signal),
    staleTime: freshMs,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}
