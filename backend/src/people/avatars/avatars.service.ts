import { Injectable } from '@nestjs/common';
import type { CurrentUser } from '@oniverse/contracts';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { AccountsService } from '../../account/index.js';
import { MemberChanges, ObjectsService, unauthorized } from '../../shared/index.js';

@Injectable()
export class AvatarsService {
  constructor(
    private readonly changes: MemberChanges,
    private readonly objects: ObjectsService,
    private readonly accounts: AccountsService,
  ) {}

  /**
   * Requests an avatar, which the worker makes later. The returned member still has the previous one.
   * @throws ProblemError `invalid_address`, `not_found`, `already_used`
   */
  async requestAvatar(userId: string, address: string, ownOrigins: readonly string[]): Promise<CurrentUser> {
    await this.changes.runChange(userId, async (change) => {
      const path = await this.objects.resolve(change.manager, userId, address, ownOrigins);
      await this.objects.markUsed(change.manager, path);
      change.enqueue(OUTBOX_TOPICS.makeAvatar, path);
    });
    const user = await this.accounts.getCurrentUser(userId);
    if (!user) throw unauthorized();
    return user;
  }
}
