import { Body, Controller, Delete, Get, Patch, Put, Query } from '@nestjs/common';
import {
  NOTIFICATION_DAYS,
  notificationSchema,
  type NotificationSettingsView,
  notificationSettingsSchema,
  type NotificationState,
  notificationStateSchema,
  type NotificationView,
  type OkAnswer,
  okSchema,
  schema,
} from '@oniverse/contracts';
import { Call, type Page } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import {
  NotificationSettingsDto,
  NotificationsQueryDto,
  NotificationsReadDto,
  PushSubscriptionDto,
} from './notifications.dto.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { NotificationsService } from './notifications.service.js';

@Controller('notifications')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly settings: NotificationSettingsService,
  ) {}

  @Get()
  @Call({
    summary: "Lists the member's night log, newest first",
    description:
      'What others did that concerns the member. Ripples on one post, replies to one post and new lines of one day are ' +
      `one row each. Entries are kept for ${NOTIFICATION_DAYS} days.`,
    answer: schema.list(notificationSchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() query: NotificationsQueryDto,
  ): Promise<Page<NotificationView>> {
    return this.notifications.list(session.userId, query);
  }

  @Get('state')
  @Call({ summary: 'Returns whether the night log has news', answer: notificationStateSchema })
  async state(@CurrentSession() session: SessionContext): Promise<NotificationState> {
    return this.notifications.state(session.userId);
  }

  @Put('read')
  @Call({
    summary: 'Marks entries of the night log as read',
    description: 'An entry and all older ones, one row, or everything. An unknown id changes nothing.',
    answer: notificationStateSchema,
  })
  async markRead(
    @CurrentSession() session: SessionContext,
    @Body() body: NotificationsReadDto,
  ): Promise<NotificationState> {
    return this.notifications.markRead(session.userId, body);
  }

  @Get('settings')
  @Call({ summary: 'Returns how the member hears of new entries', answer: notificationSettingsSchema })
  async findSettings(@CurrentSession() session: SessionContext): Promise<NotificationSettingsView> {
    return this.settings.find(session);
  }

  @Patch('settings')
  @Call({
    summary: 'Changes how the member hears of new entries',
    description: 'Quiet hours need both times; null for either ends them.',
    answer: notificationSettingsSchema,
    problems: ['mail_unavailable'],
  })
  async changeSettings(
    @CurrentSession() session: SessionContext,
    @Body() body: NotificationSettingsDto,
  ): Promise<NotificationSettingsView> {
    return this.settings.change(session, body);
  }

  @Put('push')
  @Call({
    summary: 'Starts pushes to the browser of this session',
    description: 'Replaces the subscription of the session. It ends with the session.',
    answer: okSchema,
    problems: ['quota_reached', 'not_found'],
  })
  async subscribe(
    @CurrentSession() session: SessionContext,
    @Body() body: PushSubscriptionDto,
  ): Promise<OkAnswer> {
    await this.settings.subscribe(session, body);
    return { ok: true };
  }

  @Delete('push')
  @Call({ summary: 'Ends pushes to the browser of this session', answer: okSchema })
  async unsubscribe(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.settings.unsubscribe(session);
    return { ok: true };
  }
}
