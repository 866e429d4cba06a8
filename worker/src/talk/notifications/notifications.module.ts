import { Module } from '@nestjs/common';
import { createPublicAgent } from '@oniverse/platform';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';
import { NotifyLinks } from './notify-links.js';
import { NotifyMessages } from './notify-messages.js';
import { Notify } from './notify.js';
import { PurgeNotifications } from './purge-notifications.js';
import { PushEntry } from './push-entry.js';
import { PUSH_AGENT, PushSender } from './push-sender.js';
import { RefreshLogs } from './refresh-logs.js';

const JOBS = [Notify, NotifyLinks, NotifyMessages, PurgeNotifications, PushEntry, RefreshLogs];

@Module({
  providers: [
    ...JOBS,
    NotificationsRepository,
    NotificationsService,
    PushSender,
    { provide: PUSH_AGENT, useFactory: createPublicAgent },
  ],
  exports: JOBS,
})
export class NotificationsModule {
  static readonly jobs = JOBS;
}
