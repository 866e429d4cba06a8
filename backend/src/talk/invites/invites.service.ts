import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type CreateInviteBody,
  INVITE_MESSAGES,
  type InvitePreview,
  inviteUrl,
  type InviteView,
  LIMITS,
  type ListedInvite,
  MEMBER_MESSAGES,
  PERMISSION_MESSAGES,
  type ServerView,
} from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { AccessService, MemberChanges, Quotas } from '../../shared/index.js';
import { MembersService } from '../members/members.service.js';
import { InvitesRepository } from './invites.repository.js';
import { invitePreview, listedInvite } from './invites.view.js';

/** Enough to be unguessable, and short enough for a message. */
const CODE_BYTES = 16;

/** Returns 128 random bits as 22 characters of base64url. */
export const newInviteCode = (): string => randomBytes(CODE_BYTES).toString('base64url');

/** Returns the hash under which an invite is stored. Codes are random, so an unsalted hash is safe. */
export const hashInviteCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Public servers have invites too, because the invite page leads new members through registration. */
@Injectable()
export class InvitesService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly members: MembersService,
    private readonly repository: InvitesRepository,
  ) {}

  /**
   * Stores only the hash of the invite's code. If the site's `origin` is empty, the invite's address is a path.
   * @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator, `quota_reached`
   */
  async create(
    userId: string,
    serverId: string,
    { expiresInHours: hours = LIMITS.inviteHours.default, maxUses: requestedUses }: CreateInviteBody,
    origin: string,
  ): Promise<InviteView> {
    const code = newInviteCode();
    const maxUses = requestedUses ?? null;
    const created = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, userId, serverId, 'manageInvites');
      await this.quotas.requireCapacity(manager, 'invitesPerServer', serverId);
      return this.repository.insert(manager, {
        hash: hashInviteCode(code),
        serverId,
        userId,
        hours,
        maxUses,
      });
    });
    return {
      id: created.id,
      code,
      url: inviteUrl(origin, code),
      expiresAt: created.expires_at.toISOString(),
      maxUses,
      uses: 0,
    };
  }

  /** Newest first. @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async list(userId: string, serverId: string, page: PageQueryDto): Promise<Page<ListedInvite>> {
    await this.access.requireServer(userId, serverId, 'manageInvites');
    return Page.of(await this.repository.listPage(serverId, page), page.limit, listedInvite);
  }

  /** @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async revokeById(userId: string, serverId: string, inviteId: string): Promise<void> {
    await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, userId, serverId, 'manageInvites');
      if (!(await this.repository.deleteById(manager, serverId, inviteId))) throw notFound();
    });
  }

  /**
   * @param readerId null for a visitor
   * @throws ProblemError `not_found`, also for used-up, expired and revoked codes, and across a block from the creator
   */
  async preview(readerId: string | null, code: string): Promise<InvitePreview> {
    const row = await this.repository.find(hashInviteCode(code), readerId);
    if (!row) throw notFound();
    return invitePreview(code, row);
  }

  /**
   * Adds the caller to the invite's server and counts a use. Does nothing if the caller is a member already.
   * @throws ProblemError `not_found`, also across a block from its creator; `forbidden` if the caller is banned or was removed after the invite was created, and for an archived server
   */
  async accept(userId: string, code: string): Promise<ServerView> {
    const hash = hashInviteCode(code);
    const admission = await this.changes.runChange(userId, async (change) => {
      const { manager } = change;
      const serverId = await this.repository.lockServer(manager, hash);
      const invite = await this.repository.findForMember(manager, hash, userId);
      if (serverId === undefined || !invite) throw notFound();
      if (!invite.is_member) {
        if (invite.is_hidden) throw notFound();
        if (invite.is_archived) throw new ProblemError('forbidden', PERMISSION_MESSAGES.archived);
        if (invite.is_banned) throw new ProblemError('forbidden', MEMBER_MESSAGES.bannedByStaff);
        if (invite.is_barred) throw new ProblemError('forbidden', INVITE_MESSAGES.bannedUntilInvited);
        await this.repository.countUse(manager, hash);
        if (invite.created_by !== null) {
          change.notify({ kind: 'invite', serverId, userId, inviterId: invite.created_by });
        }
      }
      return this.members.admit(manager, userId, serverId, invite.is_member);
    });
    await this.members.publishAdmission(userId, admission);
    return admission.server;
  }

  /** @throws ProblemError `not_found` for non-members, `forbidden` for members who are neither owner nor moderator */
  async revoke(userId: string, code: string): Promise<void> {
    const hash = hashInviteCode(code);
    await this.repository.transaction(async (manager) => {
      const serverId = await this.repository.lockServer(manager, hash);
      const invite = await this.repository.findForMember(manager, hash, userId);
      if (serverId === undefined || !invite?.is_member) throw notFound();
      await this.access.lockServer(manager, userId, serverId, 'manageInvites');
      await this.repository.delete(manager, hash);
    });
  }
}
