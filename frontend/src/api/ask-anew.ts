import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Asks for what is held and looked at anew, since something has happened that an answer may lack. One that is under way
 * is given up for a new one, except for the first, which nobody asks for twice at once: it is waited for, and then
 * asked for again, unless it has failed: then whoever waits is told so.
 * @param filters what is asked for
 */
export async function askAnew(client: QueryClient, filters: Omit<QueryFilters, 'predicate'>): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries(filters);
  if (first.length === 0) return;
  const lacks = new Set(first.filter(({ state }) => state.data !== undefined));
  await client.invalidateQueries({ ...filters, predicate: (query) => lacks.has(query) });
}
