import { Module } from '@nestjs/common';
import { AccountModule } from '../account/index.js';
import { SharedModule } from '../shared/index.js';
import { TalkModule } from '../talk/index.js';
import { WritingModule } from '../writing/index.js';
import { AppealsController } from './appeals/appeals.controller.js';
import { AppealsRepository } from './appeals/appeals.repository.js';
import { AppealsService } from './appeals/appeals.service.js';
import { StaffAuditController } from './audit/staff-audit.controller.js';
import { StaffAuditRepository } from './audit/staff-audit.repository.js';
import { StaffAuditService } from './audit/staff-audit.service.js';
import { MeasuresController } from './measures/measures.controller.js';
import { MeasuresRepository } from './measures/measures.repository.js';
import { MeasuresService } from './measures/measures.service.js';
import { WavesController } from './waves/waves.controller.js';
import { WavesRepository } from './waves/waves.repository.js';
import { WavesService } from './waves/waves.service.js';

/** The console of the platform's staff. */
@Module({
  imports: [SharedModule, AccountModule, TalkModule, WritingModule],
  controllers: [AppealsController, MeasuresController, StaffAuditController, WavesController],
  providers: [
    AppealsRepository,
    AppealsService,
    StaffAuditRepository,
    StaffAuditService,
    MeasuresRepository,
    MeasuresService,
    WavesRepository,
    WavesService,
  ],
})
export class StaffModule {}
