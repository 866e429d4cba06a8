import { Module } from '@nestjs/common';
import { SharedModule } from '../shared/index.js';
import { StaffAuditController } from './audit/staff-audit.controller.js';
import { StaffAuditRepository } from './audit/staff-audit.repository.js';
import { StaffAuditService } from './audit/staff-audit.service.js';
import { SiteModule } from '../site/index.js';
import { IncidentsRepository } from './status/incidents.repository.js';
import { IncidentsService } from './status/incidents.service.js';
import { StatusController } from './status/status.controller.js';
import { StatusService } from './status/status.service.js';

/** The console of the platform's staff. */
@Module({
  imports: [SharedModule, SiteModule],
  controllers: [StaffAuditController, StatusController],
  providers: [IncidentsRepository, IncidentsService, StaffAuditRepository, StaffAuditService, StatusService],
})
export class StaffModule {}
