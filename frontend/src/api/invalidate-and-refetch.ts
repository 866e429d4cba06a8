import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Invalidates queries and refetches the active ones after a change that a running fetch may have missed. TanStack Query
 * cancels a running refetch but not a query's first fetch. A first fetch is awaited and, if it succeeds, repeated.
 */
export async function invalidateAndRefetch(
  client: QueryClient,
  filters: Omit<QueryFilters, 'predicate'>,
): Promise<void> {
  const firstFetches = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries(filters);
  if (firstFetches.length === 0) return;
  const outdated = new Set(firstFetches.filter(({ state }) => state.data !== undefined));
  await client.invalidateQueries({ ...filters, predicate: (query) => outdated.has(query) });
}
