import { Injectable } from '@nestjs/common';
import {
  type CreateServerBody,
  DEFAULT_CHANNEL_NAME,
  type ServerChange,
  type ServerView,
  type UpdateServerBody,
} from '@oniverse/contracts';
import { notFound } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { MemberChanges } from '../changes/member-changes.js';
import { found } from '../queries/found.js';
import { ServerNews, type ShownRole } from './server-news.js';
import { type ServerFields, ServersRepository } from './servers.repository.js';
import { serverView, sharedServerView, shownRole } from './servers.view.js';

/** Dimensions, and whose they are. */
@Injectable()
export class ServersService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly repository: ServersRepository,
    private readonly news: ServerNews,
  ) {}

  /** All public servers and the member's own private ones. */
  async list(userId: string): Promise<ServerView[]> {
    return (await this.repository.visibleTo(userId)).map(serverView);
  }

  /** The server as the member sees it; undefined where the member may not see it. */
  async find(manager: EntityManager, userId: string, serverId: string): Promise<ServerView | undefined> {
    const row = await this.repository.findVisible(manager, userId, serverId);
    return row && serverView(row);
  }

  /** What of a server is the same for all who see it. @throws ProblemError `not_found` */
  async shared(manager: EntityManager, serverId: string): Promise<ServerChange> {
    const [row] = await this.repository.shared(manager, [serverId]);
    return sharedServerView(found(row));
  }

  /** Makes a private server with a default channel; the caller owns it and is in it. */
  async create(userId: string, { name, description = null }: CreateServerBody): Promise<ServerView> {
    const server = await this.changes.run(userId, async ({ manager }) => {
      const id = await this.repository.insert(manager, userId, { name, description }, DEFAULT_CHANNEL_NAME);
      return found(await this.find(manager, userId, id));
    });
    this.news.ownChanged(userId, server);
    this.news.entered(userId, server.id);
    return server;
  }

  /** Changes what is given and different. @throws ProblemError `not_found`, `forbidden` */
  async update(userId: string, serverId: string, body: UpdateServerBody): Promise<ServerView> {
    const { server, changed } = await this.repository.transaction(async (manager) => {
      await this.access.holdServerAsOwner(manager, userId, serverId);
      const before = found(await this.find(manager, userId, serverId));
      const fields = differences(before, body);
      if (!fields) return { server: before, changed: false };
      await this.repository.update(manager, serverId, fields);
      return { server: found(await this.find(manager, userId, serverId)), changed: true };
    });
    if (changed) this.news.changed(sharedBy(server));
    return server;
  }

  /** Takes a server away, and all that is in it. @throws ProblemError `not_found`, `forbidden` */
  async delete(userId: string, serverId: string): Promise<void> {
    const channels = await this.repository.transaction(async (manager) => {
      await this.access.holdServerAsOwner(manager, userId, serverId);
      return this.repository.delete(manager, [serverId]);
    });
    this.news.removed(serverId, channels.get(serverId) ?? []);
  }

  /**
   * Gives a server to one of its members; the caller is a moderator from then on.
   * @throws ProblemError `not_found`, `forbidden`
   */
  async handOver(userId: string, serverId: string, newOwnerId: string): Promise<ServerView> {
    const { server, roles } = await this.repository.transaction(async (manager) => {
      await this.access.holdServerAsOwner(manager, userId, serverId);
      if (!(await this.repository.hasMember(manager, serverId, newOwnerId))) throw notFound();
      if (newOwnerId !== userId) {
        await this.repository.handOver(manager, [{ serverId, userId: newOwnerId }]);
      }
      return {
        server: found(await this.find(manager, userId, serverId)),
        roles: await this.repository.rolesOf(manager, [serverId], [userId, newOwnerId]),
      };
    });
    if (newOwnerId !== userId) this.tellHandOver(sharedBy(server), roles.map(shownRole));
    return server;
  }

  /**
   * Takes a member who departs for good out of all servers. What the member owns passes to the oldest moderator of
   * each, else to its oldest member, else it goes.
   * @param manager of a change of the member's, whose hold on the member's row lets them enter nothing meanwhile
   * @returns tells those whom it concerns; to be called after the commit
   */
  async passOn(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    const ids = await this.repository.holdAllOf(manager, userId);
    const owned = await this.repository.ownedBy(manager, userId);
    const handovers = await this.repository.successors(manager, owned, userId);
    const orphans = owned.filter((id) => !handovers.some(({ serverId }) => serverId === id));
    await this.repository.handOver(manager, handovers);
    const channels = await this.repository.delete(manager, orphans);
    await this.repository.removeFromAll(manager, userId);
    const left = (await this.repository.shared(manager, ids)).map(sharedServerView);
    const roles = await this.repository.rolesOf(
      manager,
      handovers.map(({ serverId }) => serverId),
      handovers.map((handover) => handover.userId),
    );
    return async () => {
      for (const serverId of orphans) this.news.removed(serverId, channels.get(serverId) ?? []);
      for (const { id: serverId, memberCount, updatedAt } of left) {
        this.news.left({ serverId, userId, memberCount, updatedAt, channelIds: [], server: undefined });
        this.news.offline(serverId, userId);
      }
      for (const role of roles) {
        const server = left.find(({ id }) => id === role.server_id);
        if (server && role.role === 'owner') this.tellHandOver(server, [shownRole(role)]);
      }
    };
  }

  /** @param roles of those in it who are something else from now on */
  private tellHandOver(server: ServerChange, roles: readonly ShownRole[]): void {
    this.news.changed(server);
    for (const shown of roles) {
      this.news.roleChanged({ ...server, membership: { role: shown.role } }, shown);
    }
  }
}

/** What of a member's view of a server everyone may be told. */
function sharedBy({
  membership: _membership,
  unreadCount: _unread,
  mentionCount: _mentions,
  ...shared
}: ServerView) {
  return shared;
}

/** What of a body is given and other than it was; undefined where that is nothing. */
function differences(before: ServerView, body: UpdateServerBody): Partial<ServerFields> | undefined {
  const { name = before.name, description = before.description } = body;
  return name === before.name && description === before.description ? undefined : { name, description };
}
