import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, type User } from '@oniverse/data';
import { ErasureRecords, notFound, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import {
  AccountActivityService,
  AccountsService,
  CurrentPassword,
  SessionsService,
  WaitlistService,
} from '../../account/index.js';
import {
  type MemberChange,
  MemberChanges,
  type Origin,
  retryDeadlocks,
  type SessionContext,
} from '../../shared/index.js';
import { AuthorRemovals, RadiosService, ServersService } from '../../talk/index.js';
import { PostHints } from '../../writing/index.js';
import { ErasureRepository } from './erasure.repository.js';

/** Who erases, and what must hold in the transaction. */
type Eraser = [by: string | SessionContext, require?: (manager: EntityManager) => Promise<void>];

@Injectable()
export class ErasureService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly activity: AccountActivityService,
    private readonly changes: MemberChanges,
    private readonly currentPassword: CurrentPassword,
    private readonly postHints: PostHints,
    private readonly radios: RadiosService,
    private readonly records: ErasureRecords,
    private readonly removals: AuthorRemovals,
    private readonly repository: ErasureRepository,
    private readonly servers: ServersService,
    private readonly sessions: SessionsService,
    private readonly waitlist: WaitlistService,
  ) {}

  /**
   * Erases the session's member and everything the member owns, in one transaction.
   * @throws ProblemError `wrong_password`, also after a concurrent change; `rate_limited`; `unauthorized` once erased;
   * `unavailable` or `storage_full` of the object store, which has the list of erasures
   */
  async erase(session: SessionContext, password: string, origin: Origin): Promise<void> {
    await this.eraseRecorded(await this.requirePassword(session, password, origin), session);
  }

  /**
   * Erases a member on request, as the member's own erasure does.
   * @param require what must hold in the transaction, with the member's row locked, and its record
   * @throws ProblemError `not_found`; those of `require`; `unavailable` or `storage_full` of the object store
   */
  async eraseOnRequest(userId: string, require: (manager: EntityManager) => Promise<void>): Promise<void> {
    const user = await this.repository.findUser(userId);
    if (!user) throw notFound();
    await this.eraseRecorded(user, user.id, require);
  }

  /**
   * Erases the accounts again that a restore of the database brought back.
   * @param since the earliest erasure that the database may lack; one that failed has a record too, if its backend crashed
   * @returns how many there were
   */
  async repeat(since: Date): Promise<number> {
    let erased = 0;
    for (const { userId, erasedAt } of await this.records.list()) {
      const user = erasedAt < since ? null : await this.repository.findUser(userId);
      if (user === null) continue;
      await this.eraseUser(user, user.id);
      erased += 1;
    }
    return erased;
  }

  private async eraseRecorded(user: User, ...by: Eraser): Promise<void> {
    // Before the transaction, so that no committed erasure lacks its record, and no lock waits for the store.
    const record = { userId: user.id, erasedAt: new Date() };
    await this.records.add(record);
    try {
      await this.eraseUser(user, ...by);
    } catch (error) {
      // Unless the commit succeeded and its answer was lost.
      if ((await this.repository.findUser(user.id)) !== null) await this.records.remove([record]);
      throw error;
    }
  }

  private async eraseUser(user: User, ...[by, require]: Eraser): Promise<void> {
    await retryDeadlocks(async () =>
      this.changes.runChange(by, async (change) => {
        await require?.(change.manager);
        await this.eraseInTransaction(change, user);
      }),
    );
  }

  private async requirePassword(session: SessionContext, password: string, origin: Origin): Promise<User> {
    try {
      return await this.currentPassword.require(session, password);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'wrong_password') {
        const { userId, publicId: sessionId } = session;
        await this.activity.recordFailure({ userId, kind: 'erasure_refused', origin, sessionId });
      }
      throw error;
    }
  }

  /**
   * Locks servers, then channels, then the user's row, as all transactions do. Memberships are handled before that lock,
   * because their writers wait for the user's row while they lock rows of the server. They are handled again after it,
   * for servers that the member joined in between.
   */
  private async eraseInTransaction(change: MemberChange, user: User): Promise<void> {
    const { manager, userId } = change;
    await change.setPublic(false);
    change.afterCommit(async () => this.postHints.publishVisibility(userId));
    // The worker publishes the removal to constellation watchers, even for a member who was private.
    change.enqueue(OUTBOX_TOPICS.deriveMember, userId);
    change.afterCommit(await this.sessions.endAll(manager, userId));
    change.afterCommit(await this.servers.removeErasedMember(manager, userId));
    // Before their files, so that radios go on where they are.
    change.afterCommit(await this.radios.deleteTracksOf(manager, userId));
    await this.removals.lockChannels(manager, userId);
    await this.repository.lockMember(manager, userId);
    change.afterCommit(await this.servers.removeErasedMember(manager, userId));
    change.afterCommit(await this.removals.record(manager, userId));
    await this.repository.deleteContent(manager, userId);
    change.afterCommit(await this.waitlist.releaseProven(manager, userId));
    await this.accounts.delete(manager, user);
  }
}
