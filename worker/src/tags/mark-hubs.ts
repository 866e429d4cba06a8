import { Injectable } from '@nestjs/common';
import { HUB_TAG } from '@oniverse/contracts';
import { holdConstellation, OUTBOX_TOPICS } from '@oniverse/data';
import type { UpkeepJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';

const EVERY_MS = 10 * 60_000;

/** Finds the tags that so many members show that they connect nobody, and those that do so no more. */
@Injectable()
export class MarkHubs implements UpkeepJob {
  readonly name = 'tags:hubs';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    const seen = await wronglyMarked(this.dataSource.manager, null);
    return seen.length === 0 ? 0 : (await this.turn(seen)).length;
  }

  /** Nobody computes links meanwhile: whoever does counts the same tags from its beginning to its end. */
  private async turn(seen: readonly string[]): Promise<string[]> {
    return this.dataSource.transaction(async (manager) => {
      await holdConstellation(manager);
      const turned = await wronglyMarked(manager, seen);
      // In the order of names, as all do who change tags.
      await manager.query(
        `UPDATE tags SET is_hub = NOT tags.is_hub
           FROM (SELECT id FROM tags WHERE id = ANY($1::uuid[]) ORDER BY name FOR NO KEY UPDATE) AS turned
          WHERE tags.id = turned.id`,
        [turned],
      );
      await manager.query(
        'INSERT INTO outbox (topic, subject) SELECT DISTINCT $1, user_id::text FROM user_tags WHERE tag_id = ANY($2::uuid[])',
        [OUTBOX_TOPICS.memberLinks, turned],
      );
      return turned;
    });
  }
}

/**
 * The ids of tags that are marked as hubs and are none, or the other way round.
 * @param among null for all
 */
async function wronglyMarked(manager: EntityManager, among: readonly string[] | null): Promise<string[]> {
  const rows: { id: string }[] = await manager.query(
    `SELECT tags.id FROM tags
       LEFT JOIN (
         SELECT tag_id, count(*) AS members FROM user_tags
          WHERE $1::uuid[] IS NULL OR tag_id = ANY($1) GROUP BY tag_id
       ) AS shown ON shown.tag_id = tags.id
      WHERE ($1 IS NULL OR tags.id = ANY($1))
        AND tags.is_hub <> (coalesce(shown.members, 0) > greatest($2::float8, $3::float8 * (SELECT count(*) FROM users)))`,
    [among, HUB_TAG.members, HUB_TAG.shareOfMembers],
  );
  return rows.map(({ id }) => id);
}
