import type { ServerEvent } from '@oniverse/contracts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidateAndRefetch } from '../api/invalidate-and-refetch.js';
import { endAll, onConnected, onLive } from './live.js';
import { HINTED_FETCH_MS, hintedThrottle } from './throttle.js';

/**
 * Fetches a list again after each of the events, and after a reconnect.
 * @param queryKey and `events` must be constants
 */
export function useHintedRefetch(queryKey: QueryKey, events: readonly ServerEvent[]): void {
  const client = useQueryClient();
  useEffect(() => {
    const { request, stop } = hintedThrottle(() => void invalidateAndRefetch(client, { queryKey }));
    // The first connect follows the first fetch, so the list is still fresh.
    const refetchAfterReconnect = () => {
      const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
      if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > HINTED_FETCH_MS) request();
    };
    return endAll(stop, ...events.map((name) => onLive(name, request)), onConnected(refetchAfterReconnect));
  }, [client, queryKey, events]);
}
