export { NotificationControls } from './notification-controls.js';
export { ReminderList } from './reminder-list.js';
