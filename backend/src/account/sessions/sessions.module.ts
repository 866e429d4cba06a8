import { Module } from '@nestjs/common';
import { AccountActivityModule } from '../account-activity/account-activity.module.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsGateway } from './sessions.gateway.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [AccountActivityModule],
  controllers: [SessionsController],
  providers: [SessionsService, SessionsRepository, SessionsGateway],
  exports: [SessionsService],
})
export class SessionsModule {}
