import type { DataTag, QueryClient } from '@tanstack/react-query';
import { invalidateAndRefetch } from './invalidate-and-refetch.js';

/** Updates a cached answer after an event. A running fetch may be older than the event, so it is repeated. */
export function updateCached<T>(
  client: QueryClient,
  queryKey: DataTag<readonly unknown[], T, Error>,
  apply: (cached: T) => T,
): void {
  client.setQueryData<T>(queryKey, (cached) => cached && apply(cached));
  if (client.isFetching({ queryKey, exact: true }) > 0)
    void invalidateAndRefetch(client, { queryKey, exact: true });
}
