import { Controller, Get, Query } from '@nestjs/common';
import { schema, SERVER_AUDIT_DAYS, serverAuditSchema, type ServerAuditView } from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ServerAuditService } from './server-audit.service.js';

@Controller('servers/:id/audit')
export class ServerAuditController {
  constructor(private readonly audit: ServerAuditService) {}

  @Get()
  @Call({
    summary: 'Lists what the staff of a dimension did, newest first',
    description: `For the owner and moderators. Entries are retained for ${SERVER_AUDIT_DAYS} days.`,
    answer: schema.list(serverAuditSchema),
    paged: true,
    problems: ['not_found', 'forbidden'],
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<ServerAuditView>> {
    return this.audit.list(session.userId, id, page);
  }
}
