import { QueryClient } from '@tanstack/react-query';
import { http, HttpError } from './http.js';

interface QueryContext {
  queryKey: readonly unknown[];
  signal: AbortSignal;
}

export const pathOf = (key: readonly unknown[]): string => key.join('/');

/** Creates a query function that GETs the address of the key. A 401 is thrown, or returned as null. */
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

/** Creates the query cache. Nothing is retried, refetched or stale unless the code says so. */
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
