import { flag, object, type TypeOf } from '../shared/schema.js';

export const notificationStateSchema = object('NotificationState', 'Whether the night log has news.', {
  isUnread: flag('Whether anything is unread. There is no count.'),
});
export type NotificationState = TypeOf<typeof notificationStateSchema>;
