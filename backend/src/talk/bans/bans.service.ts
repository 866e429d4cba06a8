import { Injectable } from '@nestjs/common';
import { banSchema, type BanView, viewOf } from '@oniverse/contracts';
import { notFound } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../shared/index.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { ServerPublisher } from '../servers/server-publisher.js';
import { ServersService } from '../servers/servers.service.js';
import { BansRepository } from './bans.repository.js';

/**
 * A removal ends when the owner or a moderator lifts it, or when the member accepts an invite created after it. A ban
 * ends only when it is lifted.
 * Methods with a `manager` require that its transaction has locked the server's row.
 */
@Injectable()
export class BansService {
  constructor(
    private readonly access: AccessService,
    private readonly servers: ServersService,
    private readonly repository: BansRepository,
    private readonly publisher: ServerPublisher,
    private readonly audit: ServerAuditService,
  ) {}

  /** Newest first. @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async list(userId: string, serverId: string, page: PageQueryDto): Promise<Page<BanView>> {
    await this.access.requireServer(userId, serverId, 'manageBans');
    return Page.of(await this.repository.listPage(serverId, page), page.limit, (row) =>
      viewOf(banSchema, row),
    );
  }

  /** @throws ProblemError `not_found` without such a ban, `forbidden` unless the caller is the owner or a moderator */
  async lift(callerId: string, serverId: string, userId: string): Promise<void> {
    const server = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, callerId, serverId, 'manageBans');
      const lifted = await this.repository.delete(manager, serverId, userId);
      if (!lifted) throw notFound();
      await this.audit.record(manager, {
        serverId,
        actorId: callerId,
        kind: 'ban_lifted',
        subjectId: userId,
        detail: { isBan: lifted.is_ban },
      });
      return this.servers.find(manager, userId, serverId);
    });
    if (server) this.publisher.publishChangedTo(userId, server);
  }

  async addBan(
    manager: EntityManager,
    ban: { serverId: string; userId: string; isBan: boolean },
  ): Promise<void> {
    await this.repository.insert(manager, ban);
  }

  async endBan(manager: EntityManager, serverId: string, userId: string): Promise<void> {
    await this.repository.delete(manager, serverId, userId);
  }
}
