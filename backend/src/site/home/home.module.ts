import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../talk/notifications/notifications.module.js';
import { ReadMarksModule } from '../../talk/read-marks/read-marks.module.js';
import { HomeController } from './home.controller.js';
import { HomeRepository } from './home.repository.js';
import { HomeService } from './home.service.js';

@Module({
  imports: [NotificationsModule, ReadMarksModule],
  controllers: [HomeController],
  providers: [HomeService, HomeRepository],
})
export class HomeModule {}
