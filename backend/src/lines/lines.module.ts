import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { LinesController } from './lines.controller.js';
import { LinesRepository } from './lines.repository.js';
import { LinesService } from './lines.service.js';

@Module({
  imports: [AccessModule, PresenceModule],
  controllers: [LinesController],
  providers: [LinesService, LinesRepository],
})
export class LinesModule {}
