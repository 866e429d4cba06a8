import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, type User } from '@oniverse/data';
import { isDeadlock } from '@oniverse/platform';
import { AccountsService } from '../accounts/accounts.service.js';
import { type MemberChange, MemberChanges } from '../changes/member-changes.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ServersService } from '../servers/servers.service.js';
import { WaitlistService } from '../waitlist/waitlist.service.js';
import { ErasureRepository } from './erasure.repository.js';

/** It touches what others change at the same time; so often it begins anew where it and they wait for each other. */
const TRIES = 4;

/** Members go, and all that is theirs. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly changes: MemberChanges,
    private readonly repository: ErasureRepository,
    private readonly servers: ServersService,
    private readonly sessions: SessionsService,
    private readonly waitlist: WaitlistService,
  ) {}

  /**
   * Erases a member, and all that the member owns, in one transaction.
   * @param address that the call comes from, for the limits of password checks
   * @throws ProblemError `wrong_password`, also where the password was changed meanwhile; `rate_limited`;
   * `unauthorized` where somebody else was first
   */
  async erase(userId: string, password: string, address: string): Promise<void> {
    const user = await this.accounts.requirePassword(userId, password, address);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.changes.run(userId, (change) => this.eraseHeld(change, user));
      } catch (error) {
        if (attempt === TRIES || !isDeadlock(error)) throw error;
      }
    }
  }

  /**
   * The dimensions first: whoever writes there waits for the member's row, once it is closed, and holds what is to go.
   * Then once more, for what the member came into until it was closed.
   */
  private async eraseHeld(change: MemberChange, user: User): Promise<void> {
    const { manager, userId } = change;
    await change.turn(false);
    // Who watches the constellation is told by the worker, also of a member who was private just now.
    change.later(OUTBOX_TOPICS.memberTags, userId);
    change.afterCommit(await this.sessions.endAll(manager, userId));
    change.afterCommit(await this.servers.passOn(manager, userId));
    await this.repository.closeMember(manager, userId);
    change.afterCommit(await this.servers.passOn(manager, userId));
    await this.repository.emptyMember(manager, userId);
    change.afterCommit(await this.waitlist.forget(manager, user.email));
    await this.accounts.remove(manager, user);
  }
}
