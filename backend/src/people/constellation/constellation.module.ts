import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ConstellationHistoryController } from './constellation-history.controller.js';
import { ConstellationHistoryRepository } from './constellation-history.repository.js';
import { ConstellationHistoryService } from './constellation-history.service.js';
import { TotalsCounter } from './constellation-totals.js';
import { ConstellationController } from './constellation.controller.js';
import { ConstellationGateway } from './constellation.gateway.js';
import { ConstellationRepository } from './constellation.repository.js';
import { ConstellationService } from './constellation.service.js';

@Module({
  imports: [AccessModule],
  controllers: [ConstellationController, ConstellationHistoryController],
  providers: [
    ConstellationService,
    ConstellationHistoryService,
    TotalsCounter,
    ConstellationRepository,
    ConstellationHistoryRepository,
    ConstellationGateway,
  ],
})
export class ConstellationModule {}
