import { Injectable } from '@nestjs/common';
import { type GivenRole, MESSAGES, type MemberView, type ServerView } from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { MemberChanges } from '../changes/member-changes.js';
import { PresenceService } from '../presence/presence.service.js';
import { found } from '../queries/found.js';
import { type Departure, ServerNews } from '../servers/server-news.js';
import { ServersService } from '../servers/servers.service.js';
import { type MemberPage, type MemberRow, MembersRepository } from './members.repository.js';
import { memberView } from './members.view.js';

/** A member who may be in a server from now on. */
export interface Admission {
  /** As the member sees it. */
  server: ServerView;
  /** The membership; null where it was there before. */
  added: MemberRow | null;
}

/** Who is in a dimension, and what they may do in it. */
@Injectable()
export class MembersService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly servers: ServersService,
    private readonly presence: PresenceService,
    private readonly repository: MembersRepository,
    private readonly news: ServerNews,
  ) {}

  /** A page of who is in a server that the caller may read, newest first. @throws ProblemError `not_found` */
  async list(userId: string, serverId: string, page: MemberPage): Promise<Page<MemberView>> {
    await this.access.requireServerRead(userId, serverId);
    const rows = await this.repository.page(serverId, page);
    const online = await this.presence.onlineAmong(rows.map((row) => row.user_id));
    return Page.of(rows, page.limit, (row) => memberView(row, online));
  }

  /**
   * Makes the caller a member; again and again changes nothing. A private server is entered by an invite, so
   * here it is only found by those who are in it.
   * @throws ProblemError `not_found`
   */
  async join(userId: string, serverId: string): Promise<ServerView> {
    const admission = await this.changes.run(userId, async ({ manager }) => {
      const { role } = await this.access.holdServer(manager, userId, serverId);
      return this.admit(manager, userId, serverId, role !== null);
    });
    await this.welcome(userId, admission);
    return admission.server;
  }

  /**
   * Puts a member into a server.
   * @param manager of a transaction that holds the member's row, and then the server's
   * @param isMember whether the member is in it already
   */
  async admit(
    manager: EntityManager,
    userId: string,
    serverId: string,
    isMember: boolean,
  ): Promise<Admission> {
    if (!isMember) await this.repository.add(manager, serverId, userId);
    const server = found(await this.servers.find(manager, userId, serverId));
    return {
      server,
      added: isMember ? null : found(await this.repository.find(manager, serverId, userId)),
    };
  }

  /** Tells of an admission; to be called after its commit. */
  async welcome(userId: string, { server, added }: Admission): Promise<void> {
    if (added) this.news.joined(server, await this.view(added));
    else this.news.entered(userId, server.id);
  }

  /**
   * Takes the caller out; one who is not in it is fine.
   * @throws ProblemError `not_found`, `owner_cannot_leave`
   */
  async leave(userId: string, serverId: string): Promise<void> {
    const departure = await this.repository.transaction(async (manager) => {
      const { role } = await this.access.holdServer(manager, userId, serverId);
      if (role === 'owner') throw new ProblemError('owner_cannot_leave', MESSAGES.ownerCannotLeave);
      return role === null ? undefined : this.takeOut(manager, userId, serverId);
    });
    if (departure) this.news.left(departure);
  }

  /**
   * Makes a member a moderator, or a plain member again.
   * @throws ProblemError `not_found`, `forbidden` for all but the owner, and where it is the owner's own role
   */
  async setRole(callerId: string, serverId: string, userId: string, role: GivenRole): Promise<MemberView> {
    const { row, server } = await this.repository.transaction(async (manager) => {
      await this.access.holdServerAsOwner(manager, callerId, serverId);
      const before = await this.requireMember(manager, serverId, userId);
      if (before.role === 'owner') throw new ProblemError('forbidden', MESSAGES.ownerStays);
      if (before.role === role) return { row: before, server: undefined };
      await this.repository.setRole(manager, serverId, userId, role);
      return { row: { ...before, role }, server: found(await this.servers.find(manager, userId, serverId)) };
    });
    const member = await this.view(row);
    if (server) this.news.roleChanged(server, member);
    return member;
  }

  /**
   * Takes a member out who does not want to leave. Invites that were made before do not let them in again.
   * @throws ProblemError `not_found`, `forbidden` for members, for moderators where it is a moderator, and where it is
   * the owner
   */
  async remove(callerId: string, serverId: string, userId: string): Promise<void> {
    const departure = await this.repository.transaction(async (manager) => {
      const caller = await this.access.holdServerAsStaff(manager, callerId, serverId);
      const { role } = await this.requireMember(manager, serverId, userId);
      if (role === 'owner') throw new ProblemError('forbidden', MESSAGES.ownerStays);
      if (role === 'moderator' && caller.role !== 'owner') {
        throw new ProblemError('forbidden', MESSAGES.ownerAlone);
      }
      await this.repository.noteRemoval(manager, serverId, userId);
      return this.takeOut(manager, userId, serverId);
    });
    this.news.left(departure);
  }

  private async takeOut(manager: EntityManager, userId: string, serverId: string): Promise<Departure> {
    const remainder = await this.repository.remove(manager, serverId, userId);
    return { serverId, userId, ...remainder, server: await this.servers.find(manager, userId, serverId) };
  }

  private async requireMember(manager: EntityManager, serverId: string, userId: string): Promise<MemberRow> {
    const member = await this.repository.find(manager, serverId, userId);
    if (!member) throw notFound();
    return member;
  }

  private async view(row: MemberRow): Promise<MemberView> {
    return memberView(row, await this.presence.onlineAmong([row.user_id]));
  }
}
