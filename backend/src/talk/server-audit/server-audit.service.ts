import { Injectable } from '@nestjs/common';
import { type ServerAuditDetail, serverAuditSchema, type ServerAuditView, viewOf } from '@oniverse/contracts';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, prefixedAuthorView } from '../../shared/index.js';
import { type AuditRow, type NewAuditEntry, ServerAuditRepository } from './server-audit.repository.js';

const serverAuditView = (row: AuditRow): ServerAuditView =>
  viewOf(serverAuditSchema, {
    ...row,
    actor: prefixedAuthorView(row, 'actor'),
    subject: prefixedAuthorView(row, 'subject'),
  });

/** Returns the audit detail of a thing that may have a new name. */
export const renamed = (formerName: string, name: string): ServerAuditDetail =>
  name === formerName ? { name } : { name, formerName };

/** Records what the staff of a server do, and shows it to them. */
@Injectable()
export class ServerAuditService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: ServerAuditRepository,
  ) {}

  /** Records an action in its own transaction. */
  async record(manager: EntityManager, entry: NewAuditEntry): Promise<void> {
    await this.repository.insert(manager, entry);
  }

  /** Newest first. @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async list(userId: string, serverId: string, page: PageQueryDto): Promise<Page<ServerAuditView>> {
    await this.access.requireServer(userId, serverId, 'viewAudit');
    return Page.of(await this.repository.listPage(serverId, page), page.limit, serverAuditView);
  }
}
