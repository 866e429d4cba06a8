import { NOTIFICATION_DEFAULTS, type NotificationSettingsView, pushFieldsOf } from '@oniverse/contracts';

const { pushKinds, ...DEFAULTS } = NOTIFICATION_DEFAULTS;

/** The settings of a member whose site mails but does not push. */
export const notificationSettings = (
  given: Partial<NotificationSettingsView> = {},
): NotificationSettingsView => ({
  ...DEFAULTS,
  ...pushFieldsOf(pushKinds),
  quietFrom: null,
  quietUntil: null,
  pushKey: null,
  isPushed: false,
  canMail: true,
  canDigest: true,
  ...given,
});
