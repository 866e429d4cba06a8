import { Inject, Injectable } from '@nestjs/common';
import {
  type AccountActivityKind,
  accountActivitySchema,
  type AccountActivityView,
  MAILED_ACTIVITY_KINDS,
  ROOMS,
  viewOf,
} from '@oniverse/contracts';
import { enqueueOutbox, mailEntry } from '@oniverse/data';
import { CONFIG, type Config, LivePublisher } from '@oniverse/platform';
import { networkOf, Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { deviceOf, type Origin } from '../../shared/index.js';
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

const MAILED: ReadonlySet<AccountActivityKind> = new Set(MAILED_ACTIVITY_KINDS);

/** Records what happens to the security of accounts, and shows it to their members. */
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
    const id = await this.repository.insert(manager, rowOf(entry));
    if (this.config.mail !== null && MAILED.has(entry.kind)) {
      await enqueueOutbox(manager, [mailEntry({ purpose: 'activity', userId: entry.userId, subjectId: id })]);
    }
    return async () => this.publishChange(entry.userId);
  }

  /** Records an entry of an account that may not exist, with the same work. Notifies no pages. */
  async recordIfExists(manager: EntityManager, entry: ActivityEntry): Promise<void> {
    await this.repository.insertIfExists(manager, rowOf(entry));
  }

  /** Records a failure. Failures of one kind from one network within an hour are one entry. */
  async recordFailure(entry: ActivityEntry): Promise<void> {
    await this.repository.countFailure(rowOf(entry));
    this.publishChange(entry.userId);
  }

  /** Returns whether an entry is a sign-in of an account. */
  async isSignIn(manager: EntityManager, userId: string, id: string): Promise<boolean> {
    return this.repository.isSignIn(manager, userId, id);
  }

  async list(userId: string, page: PageQueryDto): Promise<Page<AccountActivityView>> {
    const rows = await this.repository.listPage(userId, page);
    return Page.of(rows, page.limit, (row) => viewOf(accountActivitySchema, row));
  }

  /** Notifies the member's open pages that something about the account changed. */
  publishChange(userId: string): void {
    this.live.publish('account:changed', ROOMS.user(userId), {});
  }
}

const rowOf = ({ userId, kind, origin, sessionId, detail }: ActivityEntry) => ({
  userId,
  kind,
  sessionId: sessionId ?? null,
  device: deviceOf(origin?.device),
  address: origin === undefined ? null : networkOf(origin.address),
  detail: detail ?? null,
});
