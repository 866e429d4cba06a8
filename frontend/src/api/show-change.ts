import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Shows a change of a cached answer before the server has made it. Resolves with a function that takes it back, unless
 * a later change or answer is shown by then: without a network, no refetch would.
 */
export async function showChange<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  change: (now: T) => T,
): Promise<() => void> {
  // A running fetch may bring the state before.
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData<T>(queryKey);
  if (before === undefined) return () => undefined;
  const shown = client.setQueryData<T>(queryKey, change(before));
  return () => {
    if (client.getQueryData(queryKey) === shown) client.setQueryData<T>(queryKey, before);
  };
}
