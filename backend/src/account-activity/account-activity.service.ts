import { Inject, Injectable } from '@nestjs/common';
import { type AccountActivityKind, ROOMS } from '@oniverse/contracts';
import { enqueueOutbox, mailEntry } from '@oniverse/data';
import { CONFIG, type Config, LivePublisher } from '@oniverse/platform';
import { networkOf } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { deviceOf, type Origin } from './origin.js';
import { AccountActivityRepository } from './account-activity.repository.js';

export interface ActivityEntry {
  userId: string;
  kind: AccountActivityKind;
  /** Absent if another member or an operator caused it. */
  origin?: Origin;
  /** The public id of the session. */
  sessionId?: string;
  detail?: string;
}

/** The kinds that the member is informed of by mail, at the address that was verified last. */
const MAILED: ReadonlySet<AccountActivityKind> = new Set([
  'password_reset',
  'email_change_undone',
  'email_lost',
]);

/** Records what happens to the security of accounts. */
@Injectable()
export class AccountActivityService {
  constructor(
    private readonly repository: AccountActivityRepository,
    private readonly live: LivePublisher,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Records an entry in the transaction of the change, and enqueues the mail about it.
   * @returns a function that notifies the member's open pages; call it after the commit
   */
  async record(manager: EntityManager, entry: ActivityEntry): Promise<() => Promise<void>> {
    const { userId, kind, origin, sessionId, detail } = entry;
    const id = await this.repository.insert(manager, {
      userId,
      kind,
      sessionId: sessionId ?? null,
      device: deviceOf(origin?.device),
      address: origin === undefined ? null : networkOf(origin.address),
      detail: detail ?? null,
    });
    if (this.config.mail !== null && MAILED.has(kind)) {
      await enqueueOutbox(manager, [mailEntry({ purpose: 'activity', userId, subjectId: id })]);
    }
    return async () => this.live.publish('account:changed', ROOMS.user(userId), {});
  }
}
