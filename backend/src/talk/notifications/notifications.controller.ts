import { Controller } from '@nestjs/common';
import {
  changeNotificationSettings,
  getNotificationSettings,
  getNotificationState,
  type InputOf,
  listNotifications,
  markNotificationsRead,
  type NotificationSettingsView,
  type NotificationState,
  type NotificationView,
  type OkAnswer,
  subscribeToPushes,
  unsubscribeFromPushes,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { NotificationsService } from './notifications.service.js';

@Controller()
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly settings: NotificationSettingsService,
  ) {}

  @Handles(listNotifications)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listNotifications>,
  ): Promise<Page<NotificationView>> {
    return this.notifications.list(session.userId, query);
  }

  @Handles(getNotificationState)
  async state(@CurrentSession() session: SessionContext): Promise<NotificationState> {
    return this.notifications.state(session.userId);
  }

  @Handles(markNotificationsRead)
  async markRead(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof markNotificationsRead>,
  ): Promise<NotificationState> {
    return this.notifications.markRead(session.userId, body);
  }

  @Handles(getNotificationSettings)
  async findSettings(@CurrentSession() session: SessionContext): Promise<NotificationSettingsView> {
    return this.settings.find(session);
  }

  @Handles(changeNotificationSettings)
  async changeSettings(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof changeNotificationSettings>,
  ): Promise<NotificationSettingsView> {
    return this.settings.change(session, body);
  }

  @Handles(subscribeToPushes)
  async subscribe(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof subscribeToPushes>,
  ): Promise<OkAnswer> {
    await this.settings.subscribe(session, body);
    return { ok: true };
  }

  @Handles(unsubscribeFromPushes)
  async unsubscribe(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.settings.unsubscribe(session);
    return { ok: true };
  }
}
