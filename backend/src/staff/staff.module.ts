import { Module } from '@nestjs/common';
import { AccountModule } from '../account/index.js';
import { SharedModule } from '../shared/index.js';
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

/** The console of the platform's staff. */
@Module({
  imports: [SharedModule, AccountModule, WritingModule],
  controllers: [AppealsController, MeasuresController, StaffAuditController],
  providers: [
    AppealsRepository,
    AppealsService,
    StaffAuditRepository,
    StaffAuditService,
    MeasuresRepository,
    MeasuresService,
  ],
})
export class StaffModule {}
