import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { AttentionController } from './attention.controller.js';
import { AttentionRepository } from './attention.repository.js';
import { AttentionService } from './attention.service.js';

@Module({
  imports: [AccessModule, ChangesModule],
  controllers: [AttentionController],
  providers: [AttentionService, AttentionRepository],
})
export class AttentionModule {}
