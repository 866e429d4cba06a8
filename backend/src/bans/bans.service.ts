import { Injectable } from '@nestjs/common';
import type { BanView } from '@oniverse/contracts';
import { notFound } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { ServerPublisher } from '../servers/server-publisher.js';
import { ServersService } from '../servers/servers.service.js';
import { BansRepository } from './bans.repository.js';
import { banView } from './bans.view.js';

/**
 * A ban ends when the owner or a moderator lifts it, or when the member accepts an invite created after it.
 * Methods with a `manager` require that its transaction has locked the server's row.
 */
@Injectable()
export class BansService {
  constructor(
    private readonly access: AccessService,
    private readonly servers: ServersService,
    private readonly repository: BansRepository,
    private readonly publisher: ServerPublisher,
  ) {}

  /** Newest first. @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async list(userId: string, serverId: string, page: PageQueryDto): Promise<Page<BanView>> {
    await this.access.requireServer(userId, serverId, 'manageBans');
    return Page.of(await this.repository.listPage(serverId, page), page.limit, banView);
  }

  /** @throws ProblemError `not_found` without such a ban, `forbidden` unless the caller is the owner or a moderator */
  async lift(callerId: string, serverId: string, userId: string): Promise<void> {
    const server = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, callerId, serverId, 'manageBans');
      if (!(await this.repository.delete(manager, serverId, userId))) throw notFound();
      return this.servers.find(manager, userId, serverId);
    });
    if (server) this.publisher.publishChangedTo(userId, server);
  }

  async addBan(manager: EntityManager, serverId: string, userId: string): Promise<void> {
    await this.repository.insert(manager, serverId, userId);
  }

  async endBan(manager: EntityManager, serverId: string, userId: string): Promise<void> {
    await this.repository.delete(manager, serverId, userId);
  }
}
