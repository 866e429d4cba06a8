import { NEXT_CURSOR_HEADER } from '@oniverse/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { fetchResponse } from './http.js';
import { parse } from './parse.js';
import { type PathKey, pathOf } from './query-client.js';

export interface ListPage<T> {
  items: T[];
  /** Null at the end of the list. */
  nextCursor: string | null;
}

/** Fetches one page of a list. @throws HttpError on a failed status */
export async function fetchPage<S extends v.GenericSchema>(
  path: PathKey,
  itemSchema: S,
  search: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ListPage<v.InferOutput<S>>> {
  const response = await fetchResponse(`${pathOf(path)}?${new URLSearchParams(search)}`, { signal });
  const items: unknown = await response.json();
  return { items: parse(v.array(itemSchema), items), nextCursor: response.headers.get(NEXT_CURSOR_HEADER) };
}

/** The key is the address, then the search, so that invalidating the address covers all searches. */
export function listQuery<S extends v.GenericSchema>(
  path: PathKey,
  itemSchema: S,
  search: Readonly<Record<string, string>> = {},
  freshMs = Infinity,
) {
  const searchString = new URLSearchParams(search).toString();
  return infiniteQueryOptions({
    queryKey: [...path, searchString] as const,
    queryFn: async ({ pageParam, signal }): Promise<ListPage<v.InferOutput<S>>> =>
      fetchPage(path, itemSchema, { ...search, ...(pageParam !== '' && { cursor: pageParam }) }, signal),
    staleTime: freshMs,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
