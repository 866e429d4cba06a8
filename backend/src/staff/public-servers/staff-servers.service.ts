import { Injectable } from '@nestjs/common';
import type { CreateServerBody, PublicServerChange, ServerView } from '@oniverse/contracts';
import type { StaffSession } from '../../shared/index.js';
import { PublicServers, ServersService } from '../../talk/index.js';
import { StaffChanges } from '../audit/staff-changes.js';

/** What the staff of the platform do with public servers. */
@Injectable()
export class StaffServersService {
  constructor(
    private readonly changes: StaffChanges,
    private readonly publicServers: PublicServers,
    private readonly servers: ServersService,
  ) {}

  async create(staff: StaffSession, body: CreateServerBody): Promise<ServerView> {
    const id = await this.changes.run(staff, async (manager, record) => {
      await record({ kind: 'dimension_created', detail: { name: body.name } });
      return this.publicServers.create(manager, body);
    });
    return this.servers.require(staff.userId, id);
  }

  /** @throws ProblemError `not_found` */
  async update(staff: StaffSession, id: string, body: PublicServerChange): Promise<ServerView> {
    const changed = await this.changes.run(staff, async (manager, record) => {
      const change = await this.publicServers.update(manager, id, body);
      if (change) await record({ kind: 'dimension_changed', detail: { name: change.name } });
      return change;
    });
    await changed?.publish();
    return this.servers.require(staff.userId, id);
  }

  /** Archives a server, or returns it from the archive. @throws ProblemError `not_found` */
  async setArchived(staff: StaffSession, id: string, isArchived: boolean): Promise<ServerView> {
    const changed = await this.changes.run(staff, async (manager, record) => {
      const change = await this.publicServers.setArchived(manager, id, isArchived);
      const kind = isArchived ? 'dimension_archived' : 'dimension_restored';
      if (change) await record({ kind, detail: { name: change.name } });
      return change;
    });
    await changed?.publish();
    return this.servers.require(staff.userId, id);
  }
}
