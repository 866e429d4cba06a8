import {
  changeScheduledMessage,
  type ChangeScheduledBody,
  deleteScheduledMessage,
  LIMITS,
  listScheduledMessages,
  scheduleMessage,
  type ScheduledMessageView,
  type ScheduleMessageBody,
  sendScheduledMessage,
} from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
import { showNoToast } from '../../../ui/show-failure.js';

/** All of the member's scheduled messages: a page has as many as there may be. */
export const scheduledQuery = queryOf(listScheduledMessages, { query: { limit: LIMITS.page.max } });
const EVENTS = ['scheduled-messages:changed'] as const;
const QUERY_KEY = addressOf(listScheduledMessages);

/** Keeps scheduled messages in sync with what was sent, and with the member's other devices. Use it once, on every page. */
export const useFollowScheduled = (): void => useHintedRefetch(scheduledQuery.queryKey, EVENTS);

const NONE: readonly ScheduledMessageView[] = [];

/** Returns the member's scheduled messages in a talk. */
export function useScheduledIn(talkId: string): readonly ScheduledMessageView[] {
  const { data = NONE } = useQuery(scheduledQuery);
  const here = data.filter(({ place }) => place?.channelId === talkId);
  return here.length === 0 ? NONE : here;
}

/** Changes scheduled messages; the lists are fetched again, whatever came of it. */
function useScheduledMutation<V, A>(mutationFn: (given: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError: showNoToast,
    onSettled: async () => invalidateAndRefetch(client, { queryKey: QUERY_KEY }),
  });
}

export const useSchedule = (talkId: string) =>
  useScheduledMutation(async (body: ScheduleMessageBody) => send(scheduleMessage, { id: talkId, body }));

export const useChangeScheduled = (id: string) =>
  useScheduledMutation(async (body: ChangeScheduledBody) => send(changeScheduledMessage, { id, body }));

export const useSendScheduled = (id: string) =>
  useScheduledMutation(async (acceptsWarning: boolean) =>
    send(sendScheduledMessage, { id, body: { acceptsWarning } }),
  );

export const useDeleteScheduled = (id: string) =>
  useScheduledMutation(async () => send(deleteScheduledMessage, { id }));
