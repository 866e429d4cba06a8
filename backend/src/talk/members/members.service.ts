import { Injectable } from '@nestjs/common';
import {
  type AssignableRole,
  hasFixedRole,
  hasJoined,
  MEMBER_MESSAGES,
  memberSchema,
  type MemberView,
  REMOVAL_PERMISSIONS,
  type ServerView,
  type Standing,
  viewOf,
} from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, MemberChanges, requirePermission, requireRow } from '../../shared/index.js';
import { AccountActivityService } from '../../account/index.js';
import { BansService } from '../bans/bans.service.js';
import { PresenceService } from '../presence/presence.service.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { type Departure, ServerPublisher } from '../servers/server-publisher.js';
import { ServersService } from '../servers/servers.service.js';
import { type MemberPage, type MemberRow, MembersRepository } from './members.repository.js';

const memberView = (row: MemberRow, online: ReadonlySet<string>): MemberView =>
  viewOf(memberSchema, { ...row, online: online.has(row.user_id) });

export interface Admission {
  server: ServerView;
  /** The new membership, or `null` if the member was already in the server. */
  added: MemberRow | null;
  /** The members who may not see this one. */
  concealedFrom: readonly string[];
}

interface Removal {
  callerId: string;
  serverId: string;
  userId: string;
  /** Whether only staff can end it. */
  isBan: boolean;
}

@Injectable()
export class MembersService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly servers: ServersService,
    private readonly bans: BansService,
    private readonly presence: PresenceService,
    private readonly repository: MembersRepository,
    private readonly news: ServerPublisher,
    private readonly activity: AccountActivityService,
    private readonly audit: ServerAuditService,
  ) {}

  /** Returns a page of the members of a readable server that the caller sees, newest first. @throws ProblemError `not_found` */
  async list(userId: string, serverId: string, page: MemberPage): Promise<Page<MemberView>> {
    await this.access.requireServer(userId, serverId, 'readServer');
    const rows = await this.repository.list(userId, serverId, page);
    const online = await this.presence.filterOnline(rows.map((row) => row.user_id));
    return Page.of(rows, page.limit, (row) => memberView(row, online));
  }

  /**
   * Adds the caller to a public server; joining again changes nothing.
   * @throws ProblemError `not_found`, also for non-members of a private server; `forbidden` for a banned member
   */
  async join(userId: string, serverId: string): Promise<ServerView> {
    const admission = await this.changes.runChange(userId, async ({ manager }) => {
      const standing = await this.access.lockServer(manager, userId, serverId, 'joinServer');
      return this.admit(manager, userId, serverId, hasJoined(standing));
    });
    await this.publishAdmission(userId, admission);
    return admission.server;
  }

  /**
   * Adds a member to a server and lifts a ban.
   * @param manager of a transaction that has locked the member's row and then the server's
   */
  async admit(
    manager: EntityManager,
    userId: string,
    serverId: string,
    isMember: boolean,
  ): Promise<Admission> {
    if (!isMember) {
      await this.bans.endBan(manager, serverId, userId);
      await this.repository.add(manager, serverId, userId);
    }
    const server = requireRow(await this.servers.find(manager, userId, serverId));
    return {
      server,
      added: isMember ? null : requireRow(await this.repository.find(manager, serverId, userId)),
      concealedFrom: await this.listConcealedFrom(manager, serverId, userId),
    };
  }

  /** Publishes an admission. Call it after the commit. */
  async publishAdmission(userId: string, { server, added, concealedFrom }: Admission): Promise<void> {
    if (added) {
      this.news.publishJoined(server, await this.toView(added), concealedFrom);
    } else this.news.joinServerRoom(userId, server.id);
  }

  /** Removes the caller; does nothing for a non-member. @throws ProblemError `not_found`, `owner_cannot_leave` */
  async leave(userId: string, serverId: string): Promise<void> {
    const departure = await this.repository.transaction(async (manager) => {
      const standing = await this.access.lockServer(manager, userId, serverId, 'leaveServer');
      return hasJoined(standing) ? this.removeMembership(manager, userId, serverId) : undefined;
    });
    if (departure) this.news.publishLeft(departure);
  }

  /**
   * Makes a member a moderator or a regular member. Demotion revokes the member's invites.
   * @throws ProblemError `not_found`; `forbidden` if the caller is not the owner or `userId` is
   */
  async setRole(
    callerId: string,
    serverId: string,
    userId: string,
    role: AssignableRole,
  ): Promise<MemberView> {
    const { row, server, publishActivity, concealedFrom } = await this.repository.transaction(
      async (manager) => {
        await this.access.lockServer(manager, callerId, serverId, 'assignRoles');
        const before = await this.requireMember(manager, serverId, userId);
        if (hasFixedRole(before.role)) throw new ProblemError('forbidden', MEMBER_MESSAGES.ownerRoleFixed);
        if (before.role === role) {
          return { row: before, server: undefined, publishActivity: undefined, concealedFrom: [] };
        }
        await this.repository.setRole(manager, serverId, userId, role);
        if (role === 'member') await this.repository.revokeInvites(manager, serverId, userId);
        await this.audit.record(manager, {
          serverId,
          actorId: callerId,
          kind: 'role_changed',
          subjectId: userId,
          detail: { role },
        });
        const changed = requireRow(await this.servers.find(manager, userId, serverId));
        const entry = { userId, kind: 'role_changed', detail: `${role}, ${changed.name}` } as const;
        return {
          row: { ...before, role },
          server: changed,
          publishActivity: await this.activity.record(manager, entry),
          concealedFrom: await this.listConcealedFrom(manager, serverId, userId),
        };
      },
    );
    await publishActivity?.();
    const member = await this.toView(row);
    if (server) this.news.publishRoleChanged(server, { ...member, concealedFrom });
    return member;
  }

  /**
   * @throws ProblemError `not_found`; `forbidden` if the caller may not remove members of that role
   */
  async remove(callerId: string, serverId: string, userId: string): Promise<void> {
    const publish = await this.repository.transaction(async (manager) => {
      const caller = await this.access.lockServer(manager, callerId, serverId, 'removeMembers');
      await this.requireMember(manager, serverId, userId);
      return this.removeWithin(manager, caller, { callerId, serverId, userId, isBan: false });
    });
    await publish();
  }

  /**
   * Removes or bans someone in a transaction that has locked the server. A former member cannot join again either.
   * @returns a function that publishes it; call it after the commit
   * @throws ProblemError `forbidden` if the caller may not remove members of that role
   */
  async removeWithin(
    manager: EntityManager,
    caller: Standing,
    { callerId, serverId, userId, isBan }: Removal,
  ): Promise<() => Promise<void>> {
    const member = await this.repository.find(manager, serverId, userId);
    const permission = REMOVAL_PERMISSIONS[member?.role ?? 'member'];
    if (permission === null) throw new ProblemError('forbidden', MEMBER_MESSAGES.ownerRoleFixed);
    requirePermission(caller, permission);
    await this.bans.addBan(manager, { serverId, userId, isBan });
    await this.audit.record(manager, {
      serverId,
      actorId: callerId,
      kind: isBan ? 'member_banned' : 'member_removed',
      subjectId: userId,
    });
    if (!member) {
      const server = await this.servers.find(manager, userId, serverId);
      return async () => {
        if (server) this.news.publishChangedTo(userId, server);
        await this.news.publishQueueChanged(serverId);
      };
    }
    const departure = await this.removeMembership(manager, userId, serverId);
    return async () => this.news.publishLeft(departure);
  }

  private async removeMembership(
    manager: EntityManager,
    userId: string,
    serverId: string,
  ): Promise<Departure> {
    // A concurrent message is stored before the removal or refused.
    const channelIds = await this.access.lockChannels(manager, serverId);
    const remainder = await this.repository.remove(manager, serverId, userId);
    return {
      serverId,
      userId,
      channelIds,
      ...remainder,
      concealedFrom: await this.listConcealedFrom(manager, serverId, userId),
      server: await this.servers.find(manager, userId, serverId),
    };
  }

  private async listConcealedFrom(manager: EntityManager, serverId: string, userId: string) {
    const byServer = await this.access.listConcealedFrom(manager, [serverId], userId);
    return byServer.get(serverId) ?? [];
  }

  private async requireMember(manager: EntityManager, serverId: string, userId: string): Promise<MemberRow> {
    const member = await this.repository.find(manager, serverId, userId);
    if (!member) throw notFound();
    return member;
  }

  private async toView(row: MemberRow): Promise<MemberView> {
    return memberView(row, await this.presence.filterOnline([row.user_id]));
  }
}
