import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { DraftsController } from './drafts.controller.js';
import { DraftsRepository } from './drafts.repository.js';
import { DraftsService } from './drafts.service.js';

@Module({
  imports: [AccessModule, ChangesModule],
  controllers: [DraftsController],
  providers: [DraftsService, DraftsRepository],
})
export class DraftsModule {}
