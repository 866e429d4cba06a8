import { Module } from '@nestjs/common';
import { AccountModule } from '../account/index.js';
import { SharedModule } from '../shared/index.js';
import { WritingModule } from '../writing/index.js';
import { StaffAuditController } from './audit/staff-audit.controller.js';
import { StaffAuditRepository } from './audit/staff-audit.repository.js';
import { StaffAuditService } from './audit/staff-audit.service.js';
import { MeasuresRepository } from './measures/measures.repository.js';
import { MeasuresService } from './measures/measures.service.js';

/** The console of the platform's staff. */
@Module({
  imports: [SharedModule, AccountModule, WritingModule],
  controllers: [StaffAuditController],
  providers: [StaffAuditRepository, StaffAuditService, MeasuresRepository, MeasuresService],
})
export class StaffModule {}
