import { suggestionsSchema } from '@oniverse/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureMessageOf, http } from '../../api/http.js';
import { invalidateAndRefetch } from '../../api/invalidate-and-refetch.js';
import { typedQuery } from '../../api/query-client.js';
import { onConnected, onLive } from '../../live/live.js';
import { HINTED_FETCH_MS, throttle } from '../../live/throttle.js';
import { showToast } from '../../ui/toast-store.js';
import { SUGGESTION_TEXTS } from './suggestions.texts.js';

export const suggestionsQuery = queryOptions({
  queryKey: ['/api', 'suggestions'] as const,
  queryFn: typedQuery(suggestionsSchema),
  staleTime: 60_000,
});

/** Returns links that could exist. A new link or suggestion fetches them again. */
export function useSuggestions() {
  const client = useQueryClient();
  useEffect(() => {
    const { request, stop } = throttle(
      () => void invalidateAndRefetch(client, { queryKey: suggestionsQuery.queryKey }),
      HINTED_FETCH_MS,
    );
    const unsubscribers = [
      onLive('links:changed', request),
      onConnected(() => {
        if (client.getQueryData(suggestionsQuery.queryKey) !== undefined) request();
      }),
    ];
    return () => {
      stop();
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [client]);
  return useQuery({ ...suggestionsQuery, select: ({ suggestions }) => suggestions });
}

export function useDismissSuggestion() {
  const client = useQueryClient();
  const refetch = () => invalidateAndRefetch(client, { queryKey: suggestionsQuery.queryKey });
  return useMutation({
    mutationFn: async (id: string) => http(`/api/suggestions/${id}`, { method: 'DELETE' }),
    onMutate: (id) =>
      client.setQueryData(
        suggestionsQuery.queryKey,
        (list) => list && { suggestions: list.suggestions.filter((entry) => entry.id !== id) },
      ),
    onError: (error) =>
      showToast({
        title: SUGGESTION_TEXTS.dismissFailed,
        description: failureMessageOf(error),
        variant: 'destructive',
      }),
    onSettled: refetch,
  });
}
