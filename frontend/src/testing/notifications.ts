import { NOTIFICATION_DEFAULTS, type NotificationSettingsView } from '@oniverse/contracts';

/** The settings of a member whose site mails but does not push. */
export const notificationSettings = (
  given: Partial<NotificationSettingsView> = {},
): NotificationSettingsView => ({
  ...NOTIFICATION_DEFAULTS,
  digestKinds: [...NOTIFICATION_DEFAULTS.digestKinds],
  quietFrom: null,
  quietUntil: null,
  pushKey: null,
  isPushed: false,
  canMail: true,
  canDigest: true,
  ...given,
});
