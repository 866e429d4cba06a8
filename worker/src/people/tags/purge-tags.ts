import { Injectable } from '@nestjs/common';
import { pagesById } from '@oniverse/data';
import { combineTags } from '@oniverse/markdown';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';
import { runExclusively } from '../../shared/index.js';

const EVERY_MS = 24 * 60 * 60_000;
const TAGS_PER_BATCH = 5_000;
const MEMBERS_PER_PAGE = 200;

/** Selects the tags of all items, shown or not. */
const ITEM_TAGS = ['posts', 'images', 'boards', 'capsules', 'profile_archives']
  .map((table) => `SELECT unnest(tags) AS name FROM ${table}`)
  .join(' UNION ALL ');

/** Selects tags that nobody shows and no item has. Only profile texts of private members may have them. */
const UNUSED = `
  SELECT name FROM tags
   WHERE usage_count = 0 AND NOT EXISTS (SELECT FROM user_tags WHERE tag_id = tags.id)
     AND NOT EXISTS (SELECT FROM (${ITEM_TAGS}) item WHERE item.name = tags.name)`;

const namesOf = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name);

/** Deletes unused tags, such as those that only an erased member used. */
@Injectable()
export class PurgeTags implements MaintenanceJob {
  readonly name = 'purge-tags';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    return runExclusively(this.dataSource, this.name, async (manager) => {
      const unused = namesOf(await manager.query(UNUSED));
      let deleted = 0;
      for (let from = 0; from < unused.length; from += TAGS_PER_BATCH) {
        const batch = unused.slice(from, from + TAGS_PER_BATCH);
        deleted += await manager.transaction((transaction) => this.deleteUnused(transaction, batch));
      }
      return deleted;
    });
  }

  /** A member who begins to use a tag locks its row, or waits for this transaction and then inserts the tag again. */
  private async deleteUnused(manager: EntityManager, names: readonly string[]): Promise<number> {
    // Locked in the order of names, like every change of tags, to prevent deadlocks.
    await manager.query('SELECT FROM tags WHERE name = ANY($1) ORDER BY name FOR UPDATE', [names]);
    // In new statements, which see what was committed before the locks.
    const written = await this.listTagsOfPrivateTexts(manager);
    const unused = namesOf(await manager.query(`${UNUSED} AND name = ANY($1)`, [names]));
    const [, count]: [unknown[], number] = await manager.query('DELETE FROM tags WHERE name = ANY($1)', [
      unused.filter((name) => !written.has(name)),
    ]);
    return count;
  }

  private async listTagsOfPrivateTexts(manager: EntityManager): Promise<ReadonlySet<string>> {
    const tags = new Set<string>();
    const listAfter = (after: string): Promise<{ id: string; profile_markdown: string }[]> =>
      manager.query(
        `SELECT id, profile_markdown FROM users
          WHERE NOT is_public AND profile_markdown LIKE '%#%' AND id > $1 ORDER BY id LIMIT $2`,
        [after, MEMBERS_PER_PAGE],
      );
    for await (const members of pagesById(MEMBERS_PER_PAGE, listAfter)) {
      for (const { profile_markdown: markdown } of members) {
        for (const tag of combineTags([], markdown)) tags.add(tag);
      }
    }
    return tags;
  }
}
