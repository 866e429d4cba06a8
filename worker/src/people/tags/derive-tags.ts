import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { normaliseTag } from '@oniverse/contracts';
import {
  acknowledgeOutbox,
  adjustTagUsage,
  enqueueOutbox,
  findContinuedTag,
  LEAST_ID,
  OUTBOX_TOPICS,
} from '@oniverse/data';
import { LOGGER, type Logger } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type DerivedTags,
  derivedTagsOf,
  DeriveTagsRepository,
  type TaggedRow,
} from './derive-tags.repository.js';
import { RepairTagCounts } from './repair-tag-counts.js';

const BATCH = 200;
const BOOKMARKS = 'bookmarks';
const TABLES = ['posts', 'profile_archives', 'images', 'boards', 'capsules', BOOKMARKS] as const;
type Table = (typeof TABLES)[number];

/** A batch whose changes are known, but not stored. */
interface Batch {
  /** Stores the changes. Returns their number. */
  store: (manager: EntityManager) => Promise<number>;
  /** The id of the last row of a full batch. */
  last: string | undefined;
}

interface Change {
  row: TaggedRow;
  derived: DerivedTags;
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((tag, index) => tag === other[index]);

/** @throws Error if the table is unknown */
function parsePosition(subject: string): { table: Table; after: string } {
  const [name, after = LEAST_ID] = subject.split('/');
  const table = TABLES.find((known) => known === name);
  if (!table) throw new Error(`${subject} is no position in the tags`);
  return { table, after };
}

/** Returns the position of the next batch; undefined after the last one. */
function positionAfter(table: Table, last: string | undefined): string | undefined {
  if (last !== undefined) return `${table}/${last}`;
  const next = TABLES[TABLES.indexOf(table) + 1];
  return next && `${next}/${LEAST_ID}`;
}

/**
 * Derives the tags of stored items again, after a change of what a tag is, and renames kept tags. Each job handles one
 * batch and replaces the outbox row, which is its position, in one transaction. Tags of profile texts need no such job:
 * `ReconcileConstellation` compares them with the stored ones.
 */
@Injectable()
export class DeriveTags implements JobHandler {
  readonly name = OUTBOX_TOPICS.deriveTags;
  readonly isBulk = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: DeriveTagsRepository,
    private readonly counts: RepairTagCounts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(subject: string): Promise<void> {
    const { table, after } = parsePosition(subject);
    // Parsing is slow, so it comes before the locks.
    const { store, last } = await (table === BOOKMARKS
      ? this.findRenamedBookmarks(after)
      : this.findChanges(table, after));
    const next = positionAfter(table, last);
    const changed = await this.dataSource.transaction(async (manager) => {
      if (!(await acknowledgeOutbox(manager, this.name, subject))) return undefined;
      const count = await store(manager);
      if (next !== undefined) await enqueueOutbox(manager, [{ topic: this.name, subject: next }]);
      return count;
    });
    if (changed === undefined) return;
    this.logger.info({ table, after, changed }, 'Derived tags again');
  }

  private async findChanges(table: Exclude<Table, typeof BOOKMARKS>, after: string): Promise<Batch> {
    const rows = await this.repository.list(this.dataSource.manager, table, after, BATCH);
    const changes: Change[] = [];
    for (const row of rows) {
      // Lets the worker renew the locks of its jobs.
      await setImmediate();
      const derived = derivedTagsOf(row);
      if (!isSame(derived.tags, row.tags) || !isSame(derived.given, row.given_tags)) {
        changes.push({ row, derived });
      }
    }
    return {
      last: rows[BATCH - 1]?.id,
      store: async (manager) => {
        await this.repository.lockMembers(manager, [...new Set(changes.map(({ row }) => row.user_id))]);
        const uses = new Map<string, number>();
        const shownBy = new Set<string>();
        for (const { row, derived } of changes) {
          const isShown = await this.repository.store(manager, table, row, derived);
          if (isShown === undefined) continue;
          const by = isShown ? 1 : 0;
          if (isShown) shownBy.add(row.user_id);
          for (const tag of row.tags) uses.set(tag, (uses.get(tag) ?? 0) - by);
          for (const tag of derived.tags) uses.set(tag, (uses.get(tag) ?? 0) + by);
        }
        // Last, because it locks rows of tags.
        await adjustTagUsage(manager, [...uses]);
        await enqueueOutbox(
          manager,
          [...shownBy].map((userId) => ({ topic: OUTBOX_TOPICS.deriveMember, subject: userId })),
        );
        return changes.length;
      },
    };
  }

  private async findRenamedBookmarks(after: string): Promise<Batch> {
    // Profile texts no longer have some tags, whose counts no change of an item adjusts.
    if (after === LEAST_ID) await this.counts.run();
    const rows = await this.repository.listBookmarks(this.dataSource.manager, after, BATCH);
    const names = new Map<string, string | undefined>();
    for (const { tag } of rows) {
      if (tag === null || names.has(tag)) continue;
      const name = normaliseTag(tag);
      names.set(tag, name === tag ? await findContinuedTag(this.dataSource.manager, tag) : name);
    }
    const renamed = rows.flatMap(({ id, user_id: userId, tag }) => {
      const name = names.get(tag ?? '');
      return name === undefined ? [] : [{ id, userId, name }];
    });
    return {
      last: rows[BATCH - 1]?.id,
      store: async (manager) => {
        await this.repository.lockMembers(manager, [...new Set(renamed.map(({ userId }) => userId))]);
        for (const { id, name } of renamed) await this.repository.renameBookmark(manager, id, name);
        return renamed.length;
      },
    };
  }
}
