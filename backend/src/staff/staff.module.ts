import { Module } from '@nestjs/common';
import { AccountModule } from '../account/index.js';
import { SharedModule } from '../shared/index.js';
import { SiteModule } from '../site/index.js';
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
import { IncidentsRepository } from './status/incidents.repository.js';
import { IncidentsService } from './status/incidents.service.js';
import { StatusController } from './status/status.controller.js';
import { StatusService } from './status/status.service.js';

/** The console of the platform's staff. */
@Module({
  imports: [SharedModule, AccountModule, WritingModule, SiteModule],
  controllers: [AppealsController, MeasuresController, StaffAuditController, StatusController],
  providers: [
    AppealsRepository,
    AppealsService,
    IncidentsRepository,
    IncidentsService,
    MeasuresRepository,
    MeasuresService,
    StaffAuditRepository,
    StaffAuditService,
    StatusService,
  ],
})
export class StaffModule {}
