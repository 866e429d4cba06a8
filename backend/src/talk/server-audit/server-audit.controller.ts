import { Controller } from '@nestjs/common';
import { listServerAudit } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ServerAuditService } from './server-audit.service.js';

@Controller()
export class ServerAuditController {
  constructor(private readonly audit: ServerAuditService) {}

  @Handles(listServerAudit)
  async list({ session, id, query }: Received<typeof listServerAudit>) {
    return this.audit.list(session.userId, id, query);
  }
}
