import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { CapsulesController } from './capsules.controller.js';
import { CapsulesRepository } from './capsules.repository.js';
import { CapsulesService } from './capsules.service.js';

@Module({
  imports: [AccessModule, ChangesModule],
  controllers: [CapsulesController],
  providers: [CapsulesService, CapsulesRepository],
})
export class CapsulesModule {}
