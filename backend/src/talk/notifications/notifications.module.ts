import { Module } from '@nestjs/common';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { NotificationSettingsRepository } from './notification-settings.repository.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';

@Module({
  imports: [ChangesModule],
  controllers: [NotificationsController],
  providers: [
    NotificationsService,
    NotificationsRepository,
    NotificationSettingsService,
    NotificationSettingsRepository,
  ],
  exports: [NotificationsService],
})
export class NotificationsModule {}
