import { getHome, type HomeView, listNotifications, listServers, markHomeRead } from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { HINTED_FETCH_MS } from '../../../live/throttle.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
import { showFailure } from '../../../ui/show-failure.js';
import { AWAY_SUMMARY_TEXTS } from './home.texts.js';

const EVENTS = ['mention', 'links:changed', 'channel:activity', 'feed:changed'] as const;

export const homeQuery = queryOf(getHome, {}, HINTED_FETCH_MS);

/** Returns what happened since the member left, and follows what happens now. */
export function useAwaySummary() {
  useHintedRefetch(homeQuery.queryKey, EVENTS);
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
    mutationFn: async () => send(markHomeRead),
    onSuccess: () => {
      client.setQueryData(homeQuery.queryKey, (home) => home && allRead(home));
      void invalidateAndRefetch(client, { queryKey: addressOf(listNotifications) });
      void client.invalidateQueries({ queryKey: addressOf(listServers) });
    },
    onError: (error) => showFailure(AWAY_SUMMARY_TEXTS.markFailed, error),
  });
}
