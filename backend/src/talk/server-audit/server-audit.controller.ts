import { Controller } from '@nestjs/common';
import { type InputOf, listServerAudit, type ServerAuditView } from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ServerAuditService } from './server-audit.service.js';

@Controller()
export class ServerAuditController {
  constructor(private readonly audit: ServerAuditService) {}

  @Handles(listServerAudit)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { id, query }: InputOf<typeof listServerAudit>,
  ): Promise<Page<ServerAuditView>> {
    return this.audit.list(session.userId, id, query);
  }
}
