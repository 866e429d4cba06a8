import { Controller } from '@nestjs/common';
import {
  changeNotificationSettings,
  getNotificationSettings,
  getNotificationState,
  listNotifications,
  markNotificationDone,
  markNotificationsRead,
  remindOfMessage,
  remindOfNotification,
  reopenNotification,
  subscribeToPushes,
  unsubscribeFromPushes,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { NotificationsService } from './notifications.service.js';

@Controller()
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly settings: NotificationSettingsService,
  ) {}

  @Handles(listNotifications)
  async list({ session, query }: Received<typeof listNotifications>) {
    return this.notifications.list(session.userId, query);
  }

  @Handles(getNotificationState)
  async state({ session }: Received<typeof getNotificationState>) {
    return this.notifications.state(session.userId);
  }

  @Handles(markNotificationsRead)
  async markRead({ session, body }: Received<typeof markNotificationsRead>) {
    return this.notifications.markRead(session.userId, body);
  }

  @Handles(markNotificationDone)
  async markDone({ session, body }: Received<typeof markNotificationDone>) {
    return this.notifications.markDone(session.userId, body.row);
  }

  @Handles(remindOfNotification)
  async remind({ session, body }: Received<typeof remindOfNotification>) {
    return this.notifications.remind(session.userId, body);
  }

  @Handles(remindOfMessage)
  async remindOfMessage({ session, id, body }: Received<typeof remindOfMessage>) {
    await this.notifications.remindOfMessage(session.userId, id, body.at);
  }

  @Handles(reopenNotification)
  async reopen({ session, body }: Received<typeof reopenNotification>) {
    return this.notifications.reopen(session.userId, body.row);
  }

  @Handles(getNotificationSettings)
  async findSettings({ session }: Received<typeof getNotificationSettings>) {
    return this.settings.find(session);
  }

  @Handles(changeNotificationSettings)
  async changeSettings({ session, body }: Received<typeof changeNotificationSettings>) {
    return this.settings.change(session, body);
  }

  @Handles(subscribeToPushes)
  async subscribe({ session, body }: Received<typeof subscribeToPushes>) {
    await this.settings.subscribe(session, body);
  }

  @Handles(unsubscribeFromPushes)
  async unsubscribe({ session }: Received<typeof unsubscribeFromPushes>) {
    await this.settings.unsubscribe(session);
  }
}
