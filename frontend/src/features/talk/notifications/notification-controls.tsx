import './notification-controls.css';
import { NotificationSettings } from './notification-settings.js';
import { QuietHours } from './quiet-hours.js';

/** What is pushed and mailed, and when it is quiet: beside the night log, and in the settings. */
export const NotificationControls = () => (
  <div className="notification-settings">
    <QuietHours />
    <NotificationSettings />
  </div>
);
