import {
  type NotificationKind,
  notificationSchema,
  notificationSettingsSchema,
  type NotificationSettingsBody,
  type NotificationsReadBody,
  notificationStateSchema,
} from '@oniverse/contracts';
import { queryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { http } from '../../api/http.js';
import { invalidateAndRefetch } from '../../api/invalidate-and-refetch.js';
import { listQuery } from '../../api/list-query.js';
import { parse } from '../../api/parse.js';
import { typedQuery } from '../../api/query-client.js';

const LOG_KEY = ['/api', 'notifications'] as const;
/** Rows of a page of the log, and of the popover. */
const PAGE = 30;
const POPOVER_ROWS = 4;

export const logQuery = (kind?: NotificationKind) =>
  listQuery(LOG_KEY, notificationSchema, { limit: String(PAGE), ...(kind && { kind }) });

export const newestQuery = listQuery(LOG_KEY, notificationSchema, { limit: String(POPOVER_ROWS) });

export const stateQuery = queryOptions({
  queryKey: [...LOG_KEY, 'state'] as const,
  queryFn: typedQuery(notificationStateSchema),
});

export const settingsQuery = queryOptions({
  queryKey: [...LOG_KEY, 'settings'] as const,
  queryFn: typedQuery(notificationSettingsSchema),
});

/** Fetches the lists again that are shown; the others when they are shown next. */
export const refreshLog = (client: QueryClient): Promise<void> =>
  invalidateAndRefetch(client, { queryKey: LOG_KEY });

export const refreshSettings = (client: QueryClient): Promise<void> =>
  invalidateAndRefetch(client, { queryKey: settingsQuery.queryKey });

/** Marks a row or everything as read. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: NotificationsReadBody) =>
      parse(notificationStateSchema, await http('/api/notifications/read', { method: 'PUT', body })),
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
    onMutate: async (body) => {
      await client.cancelQueries({ queryKey: settingsQuery.queryKey });
      client.setQueryData(settingsQuery.queryKey, (now) => now && { ...now, ...body });
    },
    mutationFn: async (body: NotificationSettingsBody) =>
      parse(notificationSettingsSchema, await http('/api/notifications/settings', { method: 'PATCH', body })),
    // A refetch of the log may have brought the settings from before the change. This change still counts.
    onSettled: async () => {
      if (client.isMutating({ mutationKey: CHANGE_KEY }) === 1) await refreshSettings(client);
    },
  });
}
