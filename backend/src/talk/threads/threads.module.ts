import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ThreadsController } from './threads.controller.js';
import { ThreadsRepository } from './threads.repository.js';
import { ThreadsService } from './threads.service.js';

@Module({
  imports: [AccessModule, ChangesModule, MessagesModule],
  controllers: [ThreadsController],
  providers: [ThreadsService, ThreadsRepository],
})
export class ThreadsModule {}
