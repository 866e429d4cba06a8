import { Injectable } from '@nestjs/common';
import { countTagUses, publicTagUses } from '@oniverse/data';
import type { UpkeepJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';
import { runAlone } from '../upkeep/run-alone.js';

const EVERY_MS = 24 * 60 * 60_000;
const MEMBERS_AT_ONCE = 200;
const TAGS_AT_ONCE = 500;

/** Compares how often each tag is used with what is counted, and mends the counts. */
@Injectable()
export class MendCounts implements UpkeepJob {
  readonly name = 'tags:counts';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  /** Alone: what two found wrong at once, both would put right. */
  async run(): Promise<number> {
    return runAlone(this.dataSource, this.name, async (manager) => {
      // Things and counts change in the same transactions: in one snapshot they differ by what is wrong alone, and
      // that is put right by as much, whatever changes meanwhile.
      const wrong = await manager.transaction('REPEATABLE READ', differences);
      for (let from = 0; from < wrong.length; from += TAGS_AT_ONCE) {
        await countTagUses(manager, wrong.slice(from, from + TAGS_AT_ONCE));
      }
      return wrong.length;
    });
  }
}

/** Tags whose count is wrong, and how much is missing from it. */
async function differences(manager: EntityManager): Promise<[tag: string, missing: number][]> {
  const uses = await allUses(manager);
  const counted: { name: string; usage_count: number }[] = await manager.query(
    'SELECT name, usage_count FROM tags',
  );
  for (const { name, usage_count: count } of counted) uses.set(name, (uses.get(name) ?? 0) - count);
  return [...uses].filter(([, missing]) => missing !== 0);
}

async function allUses(manager: EntityManager): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const members: { id: string }[] = await manager.query(
      'SELECT id FROM users WHERE is_public AND id > $1 ORDER BY id LIMIT $2',
      [after, MEMBERS_AT_ONCE],
    );
    const ids = members.map(({ id }) => id);
    for (const { tag, uses: count } of await publicTagUses(manager, ids)) {
      uses.set(tag, (uses.get(tag) ?? 0) + count);
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < MEMBERS_AT_ONCE) return uses;
    after = last;
  }
}
