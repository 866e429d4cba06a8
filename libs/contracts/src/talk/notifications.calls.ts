import { call } from '../shared/call.js';
import { NOTIFICATION_FILTERS, NOTIFICATION_KINDS } from './notification-kinds.js';
import { notificationStateSchema } from './notification-state.js';
import {
  messageReminderBody,
  NOTIFICATION_DAYS,
  NOTIFICATION_FILTER_FIELD,
  NOTIFICATION_KIND_FIELD,
  notificationRowBody,
  notificationSchema,
  notificationSettingsBody,
  notificationSettingsSchema,
  notificationsReadBody,
  pushSubscriptionBody,
  reminderBody,
} from './notifications.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { choiceField, omittable } from '../shared/request-fields.js';
import { id, list } from '../shared/schema.js';

export const listNotifications = call('GET', '/notifications', {
  summary: "Lists the member's night log, newest first",
  description:
    'What others did that concerns the member. Ripples on one post, replies to one post and new lines of one day are ' +
    `one row each. Rows that are done or have a reminder are in their filters only. Entries are kept for ${NOTIFICATION_DAYS} ` +
    'days, and until a reminder brings them back.',
  query: {
    ...pageQuery,
    filter: omittable(choiceField(NOTIFICATION_FILTERS, NOTIFICATION_FILTER_FIELD)),
    kind: omittable(choiceField(NOTIFICATION_KINDS, NOTIFICATION_KIND_FIELD)),
  },
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
  duringMaintenance: true,
});

const ROW_BODY = { title: 'NotificationRowDto', fields: notificationRowBody };

export const markNotificationDone = call('PUT', '/notifications/done', {
  summary: 'Puts a row of the night log away as done, and marks it as read',
  description: 'A later entry brings it back. An unknown id changes nothing.',
  body: ROW_BODY,
  answer: notificationStateSchema,
});

export const remindOfNotification = call('PUT', '/notifications/reminders', {
  summary: 'Puts a row of the night log away until a time',
  description:
    'Then it comes back as unread, at the top. A later entry brings it back before. An unknown id changes nothing.',
  body: { title: 'ReminderDto', fields: reminderBody },
  answer: notificationStateSchema,
  problems: ['quota_reached'],
});

export const remindOfMessage = call('PUT', '/messages/:id/reminder', {
  summary: 'Reminds the member of a message at a time',
  description:
    'For members of the dimension or conversation who can read the message. It is a row of the night log with a reminder: one for each message, and a second call changes its time. Listed, changed and put away as other rows are. A row of a message that was deleted, or that the member may no longer read, is not shown.',
  params: { id: id('The message.') },
  body: { title: 'MessageReminderDto', fields: messageReminderBody },
  answer: okSchema,
  problems: ['not_found', 'not_a_member', 'forbidden', 'quota_reached'],
});

export const reopenNotification = call('PUT', '/notifications/open', {
  summary: 'Brings a row back that is done or has a reminder, as it was before',
  description:
    'What was unread is unread again, unless it was read in its channel. An unknown id changes nothing.',
  body: ROW_BODY,
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
