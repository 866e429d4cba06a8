import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller.js';
import { ActivityRepository } from './activity.repository.js';
import { ActivityService } from './activity.service.js';

@Module({ controllers: [ActivityController], providers: [ActivityService, ActivityRepository] })
export class ActivityModule {}
