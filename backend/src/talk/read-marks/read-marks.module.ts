import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ReadMarksController } from './read-marks.controller.js';
import { ReadMarksRepository } from './read-marks.repository.js';
import { ReadMarksService } from './read-marks.service.js';

@Module({
  imports: [AccessModule, NotificationsModule],
  controllers: [ReadMarksController],
  providers: [ReadMarksService, ReadMarksRepository],
  exports: [ReadMarksService],
})
export class ReadMarksModule {}
