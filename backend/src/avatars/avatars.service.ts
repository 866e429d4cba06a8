import { Injectable } from '@nestjs/common';
import type { CurrentUser } from '@oniverse/contracts';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { AccountsService } from '../accounts/accounts.service.js';
import { MemberChanges } from '../changes/member-changes.js';
import { ObjectsService } from '../objects/objects.service.js';
import { unauthorized } from '../sessions/current-session.decorator.js';

/** The pictures that members wear. */
@Injectable()
export class AvatarsService {
  constructor(
    private readonly changes: MemberChanges,
    private readonly objects: ObjectsService,
    private readonly accounts: AccountsService,
  ) {}

  /**
   * Asks the worker to make an avatar of an upload of the member's own.
   * @param ownOrigins the site's own, as `OwnOrigins` gives them
   * @returns the member, still with the avatar that they had
   * @throws ProblemError `invalid_address`, `not_found`, `already_used`
   */
  async want(userId: string, address: string, ownOrigins: readonly string[]): Promise<CurrentUser> {
    await this.changes.run(userId, async (change) => {
      const path = await this.objects.resolve(change.manager, userId, address, ownOrigins);
      await this.objects.use(change.manager, path);
      change.later(OUTBOX_TOPICS.avatarWanted, path);
    });
    const user = await this.accounts.current(userId);
    if (!user) throw unauthorized();
    return user;
  }
}
