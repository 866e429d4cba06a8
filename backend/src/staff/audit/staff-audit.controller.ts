import { Controller } from '@nestjs/common';
import { listStaffAudit } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { StaffAuditService } from './staff-audit.service.js';

@Controller()
export class StaffAuditController {
  constructor(private readonly audit: StaffAuditService) {}

  @Handles(listStaffAudit)
  async list({ session, query }: Received<typeof listStaffAudit>) {
    return this.audit.list(session, query);
  }
}
