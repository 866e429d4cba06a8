import { Inject, Injectable } from '@nestjs/common';
import {
  countTagUses,
  type LaterWork,
  leaveInOutbox,
  OUTBOX_TOPICS,
  type OutboxTopic,
  publicTagUses,
} from '@oniverse/data';
import { LOGGER, type Logger } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { unauthorized } from '../sessions/current-session.decorator.js';

/** A thing with tags, and whether its member shows it. */
export interface Tagged {
  tags: readonly string[];
  isPublic: boolean;
}

/** One change of a member's own things, under way in its transaction. */
export class MemberChange {
  /** How many uses more or less each tag has. */
  private readonly uses = new Map<string, number>();
  /** Tags that a thing had before: their rows are there. */
  private readonly known = new Set<string>();
  private readonly outbox: LaterWork[] = [];
  private readonly afterwards: (() => Promise<void>)[] = [];

  constructor(
    readonly manager: EntityManager,
    readonly userId: string,
    /** Whether others can find the member at all. */
    private isPublic: boolean,
  ) {}

  /**
   * A thing of the member's was made, changed or taken away: keeps the counts of its tags right.
   * @param before null where the thing is new
   * @param after null where the thing goes
   */
  retag(before: Tagged | null, after: Tagged | null): void {
    for (const tag of before?.tags ?? []) this.known.add(tag);
    this.count(before, -1);
    this.count(after, 1);
  }

  /** The member turns public or private: all that it shows counts from now on, or counts no more. */
  async turn(isPublic: boolean): Promise<void> {
    if (isPublic === this.isPublic) return;
    for (const { tag, uses } of await publicTagUses(this.manager, [this.userId])) {
      this.uses.set(tag, (this.uses.get(tag) ?? 0) + (isPublic ? uses : -uses));
    }
    this.isPublic = isPublic;
    this.later(OUTBOX_TOPICS.memberTags, this.userId);
  }

  /** Leaves work for the worker, which cannot get lost once this change is committed. */
  later(topic: OutboxTopic, subject: string): void {
    if (!this.outbox.some((row) => row.topic === topic && row.subject === subject)) {
      this.outbox.push({ topic, subject });
    }
  }

  /** Runs once the change is committed; what it fails to do must be found and done by upkeep. */
  afterCommit(run: () => Promise<void>): void {
    this.afterwards.push(run);
  }

  /** Writes what was collected; the last thing in the transaction, since others may wait for a tag's row. */
  async finish(): Promise<readonly (() => Promise<void>)[]> {
    const changed = [...this.uses].filter(([tag, uses]) => uses !== 0 || !this.known.has(tag));
    if (changed.some(([, uses]) => uses !== 0)) this.later(OUTBOX_TOPICS.memberTags, this.userId);
    await countTagUses(this.manager, changed);
    await leaveInOutbox(this.manager, this.outbox);
    return this.afterwards;
  }

  private count(thing: Tagged | null, by: number): void {
    if (!thing) return;
    const uses = thing.isPublic && this.isPublic ? by : 0;
    for (const tag of thing.tags) this.uses.set(tag, (this.uses.get(tag) ?? 0) + uses);
  }
}

/** Changes of what members keep for themselves: each in one transaction, one after another for each member. */
@Injectable()
export class MemberChanges {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs one change. It holds the member's row, so that what it reads of the member's things stays as it is until
   * it is committed, and two changes of one member never wait for each other in a circle.
   * @throws ProblemError `unauthorized` where the member is gone
   */
  async run<T>(userId: string, change: (change: MemberChange) => Promise<T>): Promise<T> {
    const { result, afterwards } = await this.dataSource.transaction(async (manager) => {
      const rows: { is_public: boolean }[] = await manager.query(
        'SELECT is_public FROM users WHERE id = $1 FOR NO KEY UPDATE',
        [userId],
      );
      const member = rows[0];
      if (!member) throw unauthorized();
      const underWay = new MemberChange(manager, userId, member.is_public);
      return { result: await change(underWay), afterwards: await underWay.finish() };
    });
    for (const run of afterwards) {
      try {
        await run();
      } catch (error) {
        this.logger.warn({ err: error }, 'What was left for after a commit is left for upkeep');
      }
    }
    return result;
  }
}
