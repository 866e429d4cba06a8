import {
  changeNotificationSettings,
  getNotificationSettings,
  getNotificationState,
  listNotifications,
  markNotificationsRead,
  type NotificationFilter,
  type NotificationSettingsBody,
  type NotificationsReadBody,
} from '@oniverse/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, listOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { showChange } from '../../../api/show-change.js';
import { showFailedChange } from '../../../ui/show-failure.js';

/** Rows of a page of the log, and of the popover. */
const PAGE = 30;
const POPOVER_ROWS = 4;

export const logQuery = (filter?: NotificationFilter) =>
  listOf(listNotifications, { query: { limit: PAGE, ...(filter && { filter }) } });

export const newestQuery = listOf(listNotifications, { query: { limit: POPOVER_ROWS } });

export const stateQuery = queryOf(getNotificationState);

export const settingsQuery = queryOf(getNotificationSettings);

/** Fetches the lists again that are shown; the others when they are shown next. */
export const refreshLog = (client: QueryClient): Promise<void> =>
  invalidateAndRefetch(client, { queryKey: addressOf(listNotifications) });

export const refreshSettings = (client: QueryClient): Promise<void> =>
  invalidateAndRefetch(client, { queryKey: settingsQuery.queryKey });

/** Marks a row or everything as read. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: NotificationsReadBody) => send(markNotificationsRead, { body }),
    onSuccess: (state) => {
      client.setQueryData(stateQuery.queryKey, state);
      void refreshLog(client);
    },
  });
}

const CHANGE_KEY = ['change-notification-settings'] as const;

/** Changes settings one after another; the page shows them at once. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CHANGE_KEY,
    scope: { id: 'notification settings' },
    onMutate: (body) => showChange(client, settingsQuery.queryKey, (now) => ({ ...now, ...body })),
    mutationFn: async (body: NotificationSettingsBody) => send(changeNotificationSettings, { body }),
    onError: (error, _body, takeBack) => {
      takeBack?.();
      showFailedChange(error);
    },
    // A refetch of the log may have brought the settings from before the change. This change still counts.
    onSettled: async () => {
      if (client.isMutating({ mutationKey: CHANGE_KEY }) === 1) await refreshSettings(client);
    },
  });
}
