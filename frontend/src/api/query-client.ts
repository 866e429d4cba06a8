import { QueryClient } from '@tanstack/react-query';
import { type Guard, parse } from './guards.js';
import { http, HttpError } from './http.js';

/** A query's key: its segments, joined with slashes, are the address; a last one that begins with ? is its query. */
export type PathKey = readonly string[];

interface QueryContext {
  queryKey: readonly unknown[];
  signal: AbortSignal;
}

/** The address that a query's key stands for. */
export const pathOf = (key: readonly unknown[]): string => key.join('/').replace('/?', '?');

/** GET to the address of the key; a 401 is thrown, or turned into null. */
export function keyQuery(settings: { on401: 'throw' | 'null' }) {
  return async ({ queryKey, signal }: QueryContext): Promise<unknown> => {
    try {
      return await http(pathOf(queryKey), { signal });
    } catch (error) {
      if (settings.on401 === 'null' && error instanceof HttpError && error.status === 401) return null;
      throw error;
    }
  };
}

/** GET to the address of the key, whose answer must have the form that `guard` accepts. */
export function typedQuery<T>(guard: Guard<T>) {
  const query = keyQuery({ on401: 'throw' });
  return async (context: QueryContext): Promise<T> => parse(guard, await query(context));
}

/** The cache of server answers: nothing is retried, refetched or stale by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: keyQuery({ on401: 'throw' }),
        retry: false,
        staleTime: Infinity,
        gcTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
