import { homeSchema, type HomeView } from '@oniverse/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureMessageOf, http } from '../../api/http.js';
import { invalidateAndRefetch } from '../../api/invalidate-and-refetch.js';
import { typedQuery } from '../../api/query-client.js';
import { onConnected, onLive } from '../../live/live.js';
import { HINTED_FETCH_MS, throttle } from '../../live/throttle.js';
import { showToast } from '../../ui/toast-store.js';
import { SINCE_TEXTS } from './home.texts.js';

const EVENTS = ['mention', 'links:changed', 'channel:activity', 'feed:changed'] as const;

export const homeQuery = queryOptions({
  queryKey: ['/api', 'home'] as const,
  queryFn: typedQuery(homeSchema),
  staleTime: HINTED_FETCH_MS,
});

/** Returns what happened since the member left, and follows what happens now. */
export function useSince() {
  const client = useQueryClient();
  useEffect(() => {
    const { request, stop } = throttle(
      () => void invalidateAndRefetch(client, { queryKey: homeQuery.queryKey }),
      HINTED_FETCH_MS,
    );
    const refetchAfterReconnect = () => {
      const { dataUpdatedAt = 0 } = client.getQueryState(homeQuery.queryKey) ?? {};
      if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > HINTED_FETCH_MS) request();
    };
    const unsubscribers = [
      ...EVENTS.map((name) => onLive(name, request)),
      onConnected(refetchAfterReconnect),
    ];
    return () => {
      stop();
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [client]);
  return useQuery(homeQuery);
}

const markRead = <T extends { isRead: boolean }>(list: T[]): T[] =>
  list.map((entry) => ({ ...entry, isRead: true }));

const allRead = (home: HomeView): HomeView => ({
  ...home,
  mentions: markRead(home.mentions),
  replies: markRead(home.replies),
  links: markRead(home.links),
  posts: markRead(home.posts),
  channels: [],
});

export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    // The night log lists the same events, so its ring must agree.
    mutationFn: async () =>
      Promise.all([
        http('/api/home/read', { method: 'POST' }),
        http('/api/notifications/read', { method: 'PUT', body: {} }),
      ]),
    onSuccess: () => {
      client.setQueryData(homeQuery.queryKey, (home) => home && allRead(home));
      void invalidateAndRefetch(client, { queryKey: ['/api', 'notifications'] });
      void client.invalidateQueries({ queryKey: ['/api', 'servers'] });
    },
    onError: (error) =>
      showToast({
        title: SINCE_TEXTS.markFailed,
        description: failureMessageOf(error),
        variant: 'destructive',
      }),
  });
}
