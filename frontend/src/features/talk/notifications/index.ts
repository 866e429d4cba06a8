export { NotificationControls } from './notification-controls.js';
