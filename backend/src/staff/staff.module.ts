import { Module } from '@nestjs/common';
import { SharedModule } from '../shared/index.js';
import { StaffAuditController } from './audit/staff-audit.controller.js';
import { StaffAuditRepository } from './audit/staff-audit.repository.js';
import { StaffAuditService } from './audit/staff-audit.service.js';

/** The console of the platform's staff. */
@Module({
  imports: [SharedModule],
  controllers: [StaffAuditController],
  providers: [StaffAuditRepository, StaffAuditService],
})
export class StaffModule {}
