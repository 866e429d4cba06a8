import { Injectable } from '@nestjs/common';
import {
  type CreateInviteBody,
  type InvitePreview,
  inviteUrl,
  type InviteView,
  LIMITS,
  MESSAGES,
  type ServerView,
} from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { AccessService } from '../access/access.service.js';
import { MemberChanges } from '../changes/member-changes.js';
import { MembersService } from '../members/members.service.js';
import { hashOfCode, newInviteCode } from './invite-code.js';
import { InvitesRepository } from './invites.repository.js';
import { invitePreview } from './invites.view.js';

/**
 * Ways into dimensions. A code that is used up, expired or revoked is for everyone as if it had never been. Public
 * dimensions have invites too: a page to arrive on, by which one may sign up on the way.
 */
@Injectable()
export class InvitesService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly members: MembersService,
    private readonly repository: InvitesRepository,
  ) {}

  /**
   * Makes an invite. Its code is not kept, only what it is known by.
   * @param origin the site's own, for the address; without one the address is a path
   * @throws ProblemError `not_found`, `forbidden` for all but the owner and moderators
   */
  async create(
    userId: string,
    serverId: string,
    { expiresInHours: hours = LIMITS.inviteHours.default, maxUses: bound }: CreateInviteBody,
    origin: string,
  ): Promise<InviteView> {
    const code = newInviteCode();
    const maxUses = bound ?? null;
    const expiresAt = await this.repository.transaction(async (manager) => {
      await this.access.holdServerAsStaff(manager, userId, serverId);
      return this.repository.insert(manager, { hash: hashOfCode(code), serverId, userId, hours, maxUses });
    });
    return { code, url: inviteUrl(origin, code), expiresAt: expiresAt.toISOString(), maxUses, uses: 0 };
  }

  /** Where an invite leads; for everyone who has its code. @throws ProblemError `not_found` */
  async preview(code: string): Promise<InvitePreview> {
    const row = await this.repository.find(hashOfCode(code));
    if (!row) throw notFound();
    return invitePreview(code, row);
  }

  /**
   * Makes the caller a member of where an invite leads, which spends a use of it; for one who is a member already it
   * changes nothing.
   * @throws ProblemError `not_found`, `forbidden` for one who was removed after the invite was made
   */
  async accept(userId: string, code: string): Promise<ServerView> {
    const hash = hashOfCode(code);
    const admission = await this.changes.run(userId, async ({ manager }) => {
      const serverId = await this.repository.holdServer(manager, hash);
      const invite = await this.repository.findHeld(manager, hash, userId);
      if (serverId === undefined || !invite) throw notFound();
      if (!invite.is_member) {
        if (invite.is_barred) throw new ProblemError('forbidden', MESSAGES.removedBefore);
        await this.repository.countUse(manager, hash);
      }
      return this.members.admit(manager, userId, serverId, invite.is_member);
    });
    await this.members.welcome(userId, admission);
    return admission.server;
  }

  /**
   * Takes an invite back.
   * @throws ProblemError `not_found` for strangers, `forbidden` for members who are neither owner nor moderator
   */
  async revoke(userId: string, code: string): Promise<void> {
    const hash = hashOfCode(code);
    await this.repository.transaction(async (manager) => {
      const serverId = await this.repository.holdServer(manager, hash);
      const invite = await this.repository.findHeld(manager, hash, userId);
      if (serverId === undefined || !invite?.is_member) throw notFound();
      await this.access.holdServerAsStaff(manager, userId, serverId);
      await this.repository.delete(manager, hash);
    });
  }
}
