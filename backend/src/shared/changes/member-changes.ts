import { Inject, Injectable } from '@nestjs/common';
import {
  adjustTagUsage,
  type NotificationCause,
  notifyEntry,
  type OutboxEntry,
  enqueueOutbox,
  OUTBOX_TOPICS,
  type OutboxTopic,
  publicTagUses,
} from '@oniverse/data';
import { isDeadlock, LOGGER, type Logger } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { unauthorized } from '../access/current-session.js';
import type { SessionContext } from '../access/session.js';

const MAX_ATTEMPTS = 4;

/** Runs a transaction, and repeats it if it deadlocks with another one. */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isDeadlock(error)) throw error;
    }
  }
}

export interface Tagged {
  tags: readonly string[];
  isPublic: boolean;
}

/** A change of a member's data in a transaction. Collects tag counts and outbox rows until `finish`. */
export class MemberChange {
  /** Difference in uses by tag. */
  private readonly uses = new Map<string, number>();
  /** Tags that already have rows. */
  private readonly knownTags = new Set<string>();
  private readonly outbox: OutboxEntry[] = [];
  private readonly afterCommitTasks: (() => Promise<void>)[] = [];

  constructor(
    readonly manager: EntityManager,
    readonly userId: string,
    private isPublic: boolean,
  ) {}

  /** Whether the profile is public. */
  get isMemberPublic(): boolean {
    return this.isPublic;
  }

  isShown(entity: Tagged): boolean {
    return this.isPublic && entity.isPublic;
  }

  /** Updates the tag counts of an entity. `before` is null for a created one, `after` for a deleted one. */
  retag(before: Tagged | null, after: Tagged | null): void {
    for (const tag of before?.tags ?? []) this.knownTags.add(tag);
    // Tags that others do not see are reasons of suggestions. Visible ones lead there by way of `deriveMember`.
    const isHidden = [before, after].some(
      (entity) => entity && entity.tags.length > 0 && !this.isShown(entity),
    );
    if (isHidden) this.enqueue(OUTBOX_TOPICS.suggestLinks, this.userId);
    this.countUses(before, -1);
    this.countUses(after, 1);
  }

  /** Makes the profile public or private, which adds or subtracts the uses of all its public tags. */
  async setPublic(isPublic: boolean): Promise<void> {
    if (isPublic === this.isPublic) return;
    for (const { tag, uses } of await publicTagUses(this.manager, [this.userId])) {
      this.uses.set(tag, (this.uses.get(tag) ?? 0) + (isPublic ? uses : -uses));
    }
    this.isPublic = isPublic;
    this.enqueue(OUTBOX_TOPICS.deriveMember, this.userId);
  }

  enqueue(topic: OutboxTopic, subject: string): void {
    if (!this.outbox.some((row) => row.topic === topic && row.subject === subject)) {
      this.outbox.push({ topic, subject });
    }
  }

  /** Brings night logs in line with what happened or was taken back. */
  notify(cause: NotificationCause): void {
    const { topic, subject } = notifyEntry(cause);
    this.enqueue(topic, subject);
  }

  /** Adds a task to run after the commit. It may fail or be lost in a crash, so maintenance must cover its work. */
  afterCommit(task: () => Promise<void>): void {
    this.afterCommitTasks.push(task);
  }

  /** Writes tag counts and outbox rows. Must come last in the transaction, because it locks rows of tags. */
  async finish(): Promise<readonly (() => Promise<void>)[]> {
    const changed = [...this.uses].filter(([tag, uses]) => uses !== 0 || !this.knownTags.has(tag));
    if (changed.some(([, uses]) => uses !== 0)) this.enqueue(OUTBOX_TOPICS.deriveMember, this.userId);
    await adjustTagUsage(this.manager, changed);
    await enqueueOutbox(this.manager, this.outbox);
    return this.afterCommitTasks;
  }

  private countUses(entity: Tagged | null, by: number): void {
    if (!entity) return;
    const uses = entity.isPublic && this.isPublic ? by : 0;
    for (const tag of entity.tags) this.uses.set(tag, (this.uses.get(tag) ?? 0) + uses);
  }
}

@Injectable()
export class MemberChanges {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs a change in a transaction that locks the member's row. The lock prevents deadlocks between a member's changes.
   * @param by the member, or the session that makes a change of the account. What ended the session while the change waited
   * for the lock, such as a reset, wins.
   * @throws ProblemError `unauthorized` if the member or the session no longer exists
   */
  async runChange<T>(by: string | SessionContext, change: (change: MemberChange) => Promise<T>): Promise<T> {
    const userId = typeof by === 'string' ? by : by.userId;
    const { result, afterCommitTasks } = await this.dataSource.transaction(async (manager) => {
      const rows: { is_public: boolean }[] = await manager.query(
        'SELECT is_public FROM users WHERE id = $1 FOR NO KEY UPDATE',
        [userId],
      );
      const member = rows[0];
      if (!member) throw unauthorized();
      if (typeof by !== 'string') await requireSession(manager, by);
      const memberChange = new MemberChange(manager, userId, member.is_public);
      return { result: await change(memberChange), afterCommitTasks: await memberChange.finish() };
    });
    for (const task of afterCommitTasks) {
      try {
        await task();
      } catch (error) {
        this.logger.warn({ err: error }, 'A task after a commit failed; maintenance will repair its effect');
      }
    }
    return result;
  }
}

/** A statement of its own after the lock, so that it sees what was committed while the lock was awaited. */
async function requireSession(manager: EntityManager, { publicId }: SessionContext): Promise<void> {
  const found: unknown[] = await manager.query('SELECT FROM sessions WHERE public_id = $1', [publicId]);
  if (found.length === 0) throw unauthorized();
}
