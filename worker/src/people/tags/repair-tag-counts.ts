import { Injectable } from '@nestjs/common';
import { adjustTagUsage, pagesById, publicTagUses } from '@oniverse/data';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';
import { runExclusively } from '../../shared/index.js';

const EVERY_MS = 24 * 60 * 60_000;
const MEMBERS_PER_PAGE = 200;
const TAGS_PER_PAGE = 500;

@Injectable()
export class RepairTagCounts implements MaintenanceJob {
  readonly name = 'repair-tag-counts';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  /** Runs exclusively: two concurrent runs would both add the same differences. */
  async run(): Promise<number> {
    return runExclusively(this.dataSource, this.name, async (manager) => {
      // Content and counts change in the same transaction, so one snapshot shows the true differences. Adding a
      // difference is right even if the count changes in between.
      const differences = await manager.transaction('REPEATABLE READ', listDifferences);
      for (let from = 0; from < differences.length; from += TAGS_PER_PAGE) {
        await adjustTagUsage(manager, differences.slice(from, from + TAGS_PER_PAGE));
      }
      return differences.length;
    });
  }
}

/** Returns the tags with a wrong count, and the number to add to it. */
async function listDifferences(manager: EntityManager): Promise<[tag: string, difference: number][]> {
  const uses = await countUses(manager);
  const counted: { name: string; usage_count: number }[] = await manager.query(
    'SELECT name, usage_count FROM tags',
  );
  for (const { name, usage_count: count } of counted) uses.set(name, (uses.get(name) ?? 0) - count);
  return [...uses].filter(([, difference]) => difference !== 0);
}

async function countUses(manager: EntityManager): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  const listAfter = (after: string): Promise<{ id: string }[]> =>
    manager.query('SELECT id FROM users WHERE is_public AND id > $1 ORDER BY id LIMIT $2', [
      after,
      MEMBERS_PER_PAGE,
    ]);
  for await (const members of pagesById(MEMBERS_PER_PAGE, listAfter)) {
    const ids = members.map(({ id }) => id);
    for (const { tag, uses: count } of await publicTagUses(manager, ids)) {
      uses.set(tag, (uses.get(tag) ?? 0) + count);
    }
  }
  return uses;
}
