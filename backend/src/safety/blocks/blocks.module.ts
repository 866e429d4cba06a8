import { Module } from '@nestjs/common';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { BlocksController } from './blocks.controller.js';
import { BlocksRepository } from './blocks.repository.js';
import { BlocksService } from './blocks.service.js';
import { HiddenMembersController } from './hidden-members.controller.js';
import { MutesController } from './mutes.controller.js';
import { VisibilityPublisher } from './visibility-publisher.js';

@Module({
  imports: [ChangesModule],
  controllers: [BlocksController, MutesController, HiddenMembersController],
  providers: [BlocksService, BlocksRepository, VisibilityPublisher],
})
export class BlocksModule {}
