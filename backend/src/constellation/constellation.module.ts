import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { TotalsCounter } from './constellation-totals.js';
import { ConstellationController } from './constellation.controller.js';
import { ConstellationGateway } from './constellation.gateway.js';
import { ConstellationRepository } from './constellation.repository.js';
import { ConstellationService } from './constellation.service.js';

@Module({
  imports: [AccessModule],
  controllers: [ConstellationController],
  providers: [ConstellationService, TotalsCounter, ConstellationRepository, ConstellationGateway],
})
export class ConstellationModule {}
