import { call } from '../shared/call.js';
import { NOTIFICATION_KINDS } from './notification-kinds.js';
import { notificationStateSchema } from './notification-state.js';
import {
  NOTIFICATION_DAYS,
  NOTIFICATION_KIND_FIELD,
  notificationSchema,
  notificationSettingsBody,
  notificationSettingsSchema,
  notificationsReadBody,
  pushSubscriptionBody,
} from './notifications.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { choiceField, omittable } from '../shared/request-fields.js';
import { list } from '../shared/schema.js';

export const listNotifications = call('GET', '/notifications', {
  summary: "Lists the member's night log, newest first",
  description:
    'What others did that concerns the member. Ripples on one post, replies to one post and new lines of one day are ' +
    `one row each. Entries are kept for ${NOTIFICATION_DAYS} days.`,
  query: { ...pageQuery, kind: omittable(choiceField(NOTIFICATION_KINDS, NOTIFICATION_KIND_FIELD)) },
  answer: list(notificationSchema),
});

export const getNotificationState = call('GET', '/notifications/state', {
  summary: 'Returns whether the night log has news',
  answer: notificationStateSchema,
});

export const markNotificationsRead = call('PUT', '/notifications/read', {
  summary: 'Marks entries of the night log as read',
  description: 'An entry and all older ones, one row, or everything. An unknown id changes nothing.',
  body: { title: 'NotificationsReadDto', fields: notificationsReadBody },
  answer: notificationStateSchema,
});

export const getNotificationSettings = call('GET', '/notifications/settings', {
  summary: 'Returns how the member hears of new entries',
  answer: notificationSettingsSchema,
});

export const changeNotificationSettings = call('PATCH', '/notifications/settings', {
  summary: 'Changes how the member hears of new entries',
  description: 'Quiet hours need both times; null for either ends them.',
  body: { title: 'NotificationSettingsDto', fields: notificationSettingsBody },
  answer: notificationSettingsSchema,
  problems: ['mail_unavailable'],
});

export const subscribeToPushes = call('PUT', '/notifications/push', {
  summary: 'Starts pushes to the browser of this session',
  description: 'Replaces the subscription of the session. It ends with the session.',
  body: { title: 'PushSubscriptionDto', fields: pushSubscriptionBody },
  answer: okSchema,
  problems: ['quota_reached', 'not_found'],
});

export const unsubscribeFromPushes = call('DELETE', '/notifications/push', {
  summary: 'Ends pushes to the browser of this session',
  answer: okSchema,
});
