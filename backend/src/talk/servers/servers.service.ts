import { Injectable } from '@nestjs/common';
import {
  characterCount,
  type CreateServerBody,
  DEFAULT_CHANNEL_NAME,
  keptDays,
  LIMITS,
  may,
  type ServerChange,
  type ServerView,
  type TagDimensionView,
  type UpdateServerBody,
} from '@oniverse/contracts';
import { notFound } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, MemberChanges, Quotas, requireRow, standingOf } from '../../shared/index.js';
import { renamed, ServerAuditService } from '../server-audit/server-audit.service.js';
import { formerRetention, type FormerRetention } from './former-retention.js';
import { ServerPublisher, type MemberRole } from './server-publisher.js';
import { type PublicServersPage, ServersRepository, type ServerUpdate } from './servers.repository.js';
import { serverView, sharedServerView, memberRoleView } from './servers.view.js';

@Injectable()
export class ServersService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: ServersRepository,
    private readonly publisher: ServerPublisher,
    private readonly audit: ServerAuditService,
  ) {}

  /** Ranks public servers by members instead of activity: the count stays exact, and messages cost nothing extra. */
  async list(userId: string): Promise<ServerView[]> {
    return (await this.repository.listOwnAndLargest(userId, LIMITS.largestServers)).map(serverView);
  }

  async listPublic(userId: string, page: PublicServersPage): Promise<Page<ServerView>> {
    return Page.of(await this.repository.listPublic(userId, page), page.limit, serverView);
  }

  /** Returns the largest public servers whose name or description has the tag as a word. */
  async listTagged(userId: string, tag: string, limit: number): Promise<TagDimensionView[]> {
    // The text index cannot find less than three characters.
    if (characterCount(tag) < 3) return [];
    return (await this.repository.listTagged(userId, tag, limit)).map((row) => ({
      id: row.id,
      name: row.name,
      channelCount: row.channel_count,
      memberCount: row.member_count,
      isMember: row.is_member,
    }));
  }

  /** @throws ProblemError `not_found` */
  async require(userId: string, serverId: string): Promise<ServerView> {
    return requireRow(await this.find(this.repository.manager, userId, serverId));
  }

  /** Returns a server that the member may see. */
  async find(manager: EntityManager, userId: string, serverId: string): Promise<ServerView | undefined> {
    const row = await this.repository.find(manager, userId, serverId);
    return row && may(standingOf(row), 'seeServer') ? serverView(row) : undefined;
  }

  /** @throws ProblemError `not_found` */
  async requireShared(manager: EntityManager, serverId: string): Promise<ServerChange> {
    const [row] = await this.repository.listShared(manager, [serverId]);
    return sharedServerView(requireRow(row));
  }

  /** Creates a private server with a default channel, owned by the caller. @throws ProblemError `quota_reached` */
  async create(userId: string, { name, description = null }: CreateServerBody): Promise<ServerView> {
    const server = await this.changes.runChange(userId, async ({ manager }) => {
      await this.quotas.requireCapacity(manager, 'serversOwned', userId);
      const id = await this.repository.insert(manager, userId, { name, description }, DEFAULT_CHANNEL_NAME);
      return requireRow(await this.find(manager, userId, id));
    });
    this.publisher.publishChangedTo(userId, server);
    this.publisher.joinServerRoom(userId, server.id);
    return server;
  }

  /** Updates the given fields. Publishes only if a value changes. @throws ProblemError `not_found`, `forbidden` */
  async update(userId: string, serverId: string, body: UpdateServerBody): Promise<ServerView> {
    const { server, isChanged } = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, userId, serverId, 'updateServer');
      const current = requireRow(await this.find(manager, userId, serverId));
      const fields = changedFields(current, body);
      if (!fields) return { server: current, isChanged: false };
      await this.repository.update(manager, serverId, { ...fields, ...retentionChange(current, fields) });
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: 'server_changed',
        detail: {
          ...renamed(current.name, fields.name ?? current.name),
          ...(fields.hasLinkPreviews !== current.hasLinkPreviews && {
            hasLinkPreviews: fields.hasLinkPreviews,
          }),
          ...(fields.messageDays !== current.messageDays && { messageDays: fields.messageDays }),
        },
      });
      return { server: requireRow(await this.find(manager, userId, serverId)), isChanged: true };
    });
    if (isChanged) await this.publisher.publishChanged(withoutMemberFields(server));
    return server;
  }

  /** Stores the questions of a server, whose row the transaction has locked. */
  async setQuestions(manager: EntityManager, serverId: string, questions: string[]): Promise<void> {
    await this.repository.update(manager, serverId, { questions });
  }

  /** Deletes a server and everything in it. @throws ProblemError `not_found`, `forbidden` */
  async delete(userId: string, serverId: string): Promise<void> {
    await this.deleteLocked(serverId, async (manager) =>
      this.access.lockServer(manager, userId, serverId, 'deleteServer'),
    );
  }

  /** Deletes a server of any owner. @throws ProblemError `not_found` */
  async deleteOnRequest(serverId: string): Promise<void> {
    await this.deleteLocked(serverId, async (manager) => this.repository.requireOwner(manager, serverId));
  }

  /** The caller becomes a moderator. @throws ProblemError `not_found`, `forbidden`, `quota_reached` */
  async transferOwnership(userId: string, serverId: string, newOwnerId: string): Promise<ServerView> {
    await this.transfer(serverId, newOwnerId, userId, async (manager) => {
      await this.access.lockServer(manager, userId, serverId, 'transferOwnership');
      return userId;
    });
    return this.require(userId, serverId);
  }

  /**
   * Transfers a server of any owner, who becomes a moderator. Its audit log names nobody who did it.
   * @throws ProblemError `not_found`, also for a new owner outside of the server; `quota_reached`
   */
  async transferOnRequest(serverId: string, newOwnerId: string): Promise<void> {
    await this.transfer(serverId, newOwnerId, null, async (manager) =>
      this.repository.requireOwner(manager, serverId),
    );
  }

  /**
   * Removes an erased member from all servers. Owned servers go to the oldest moderator, else to the oldest member; a
   * server without other members is deleted.
   * @param manager of a transaction that has locked the member's row, so that the member cannot join servers
   * @returns a function that publishes the changes; must be called after the commit
   */
  async removeErasedMember(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    const ids = await this.repository.lockServersOf(manager, userId);
    const owned = await this.repository.ownedServerIds(manager, userId);
    const transfers = await this.repository.findSuccessors(manager, owned, userId);
    const withoutSuccessor = owned.filter((id) => !transfers.some(({ serverId }) => serverId === id));
    await this.repository.transferOwnership(manager, transfers);
    const channels = await this.repository.delete(manager, withoutSuccessor);
    const concealedFrom = await this.access.listConcealedFrom(manager, ids, userId);
    await this.repository.removeFromAll(manager, userId);
    const remaining = (await this.repository.listShared(manager, ids)).map(sharedServerView);
    const roles = await this.repository.memberRoles(
      manager,
      transfers.map(({ serverId }) => serverId),
      transfers.map((transfer) => transfer.userId),
    );
    return async () => {
      for (const serverId of withoutSuccessor)
        this.publisher.publishRemoved(serverId, channels.get(serverId) ?? []);
      for (const { id: serverId, memberCount, updatedAt } of remaining) {
        const departure = {
          serverId,
          userId,
          memberCount,
          updatedAt,
          channelIds: [],
          concealedFrom: concealedFrom.get(serverId) ?? [],
          server: undefined,
        };
        this.publisher.publishLeft(departure);
        this.publisher.publishOffline(departure);
      }
      for (const role of roles) {
        const server = remaining.find(({ id }) => id === role.server_id);
        if (server && role.role === 'owner') await this.publishTransfer(server, [memberRoleView(role)]);
      }
    };
  }

  /** @param lock locks the server, and returns its owner */
  private async transfer(
    serverId: string,
    newOwnerId: string,
    actorId: string | null,
    lock: (manager: EntityManager) => Promise<string>,
  ): Promise<void> {
    const change = await this.repository.transaction(async (manager) => {
      // The quota needs the new owner's row lock, which must precede the server's lock as in every change of a member.
      await this.repository.lockMember(manager, newOwnerId);
      const ownerId = await lock(manager);
      if (!(await this.repository.hasMember(manager, serverId, newOwnerId))) throw notFound();
      if (newOwnerId === ownerId) return undefined;
      await this.quotas.requireCapacity(manager, 'serversOwned', newOwnerId);
      await this.repository.transferOwnership(manager, [{ serverId, userId: newOwnerId }]);
      await this.audit.record(manager, {
        serverId,
        actorId,
        kind: 'ownership_transferred',
        subjectId: newOwnerId,
      });
      return {
        server: await this.requireShared(manager, serverId),
        roles: await this.repository.memberRoles(manager, [serverId], [ownerId, newOwnerId]),
      };
    });
    if (change) await this.publishTransfer(change.server, change.roles.map(memberRoleView));
  }

  /** @param lock locks the server */
  private async deleteLocked(
    serverId: string,
    lock: (manager: EntityManager) => Promise<unknown>,
  ): Promise<void> {
    const channels = await this.repository.transaction(async (manager) => {
      await lock(manager);
      return this.repository.delete(manager, [serverId]);
    });
    this.publisher.publishRemoved(serverId, channels.get(serverId) ?? []);
  }

  private async publishTransfer(server: ServerChange, roles: readonly MemberRole[]): Promise<void> {
    await this.publisher.publishChanged(server);
    for (const role of roles) {
      this.publisher.publishRoleChanged({ ...server, membership: { role: role.role } }, role);
    }
  }
}

/** Returns what all members of a server see alike. */
export function withoutMemberFields({
  membership: _membership,
  isBanned: _isBanned,
  timeOut: _timeOut,
  application: _application,
  unreadCount: _unread,
  mentionCount: _mentions,
  ...shared
}: ServerView) {
  return shared;
}

/** Returns the fields after the update; undefined if no value changes. */
export function changedFields(
  current: Pick<ServerChange, 'name' | 'description' | 'hasLinkPreviews' | 'messageDays'>,
  body: UpdateServerBody,
) {
  const {
    name = current.name,
    description = current.description,
    hasLinkPreviews = current.hasLinkPreviews,
    messageDays = current.messageDays,
  } = body;
  const isSame =
    name === current.name &&
    description === current.description &&
    hasLinkPreviews === current.hasLinkPreviews &&
    messageDays === current.messageDays;
  return isSame ? undefined : ({ name, description, hasLinkPreviews, messageDays } satisfies ServerUpdate);
}

/** Returns what changes with the number of days; nothing if it stays, so that a shortening goes on waiting. */
function retentionChange(
  current: ServerView,
  { messageDays }: Pick<ServerView, 'messageDays'>,
): Partial<FormerRetention> {
  if (messageDays === current.messageDays) return {};
  const now = Date.now();
  const after = { messageDays, formerMessageDays: null, formerMessageDaysUntil: null };
  return formerRetention(keptDays(current, null, now), keptDays(after, null, now), now);
}
