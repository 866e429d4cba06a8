import { Injectable } from '@nestjs/common';
import { lockConstellation, OUTBOX_TOPICS, HUB_TAG } from '@oniverse/data';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';

const EVERY_MS = 10 * 60_000;

/** Marks the tags that are too common to create links, and unmarks those that no longer are. */
@Injectable()
export class MarkHubTags implements MaintenanceJob {
  readonly name = 'mark-hub-tags';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    const mismarked = await findMismarked(this.dataSource.manager, null);
    return mismarked.length === 0 ? 0 : (await this.toggleAndEnqueue(mismarked)).length;
  }

  /** Toggles the mismarked tags and enqueues the members who show them. */
  private async toggleAndEnqueue(tagIds: readonly string[]): Promise<string[]> {
    return this.dataSource.transaction(async (manager) => {
      const toggled = await this.toggleHubs(manager, tagIds);
      await manager.query(
        'INSERT INTO outbox (topic, subject) SELECT DISTINCT $1, user_id::text FROM user_tags WHERE tag_id = ANY($2::uuid[])',
        [OUTBOX_TOPICS.recomputeLinks, toggled],
      );
      return toggled;
    });
  }

  /**
   * Toggles the mismarked tags without recomputing links. Excludes jobs that compute links until the transaction ends, so
   * that each of them sees one state of the hub tags.
   * @param among the ids of the tags to check, or null for all
   */
  async toggleHubs(manager: EntityManager, among: readonly string[] | null = null): Promise<string[]> {
    await lockConstellation(manager);
    const toggled = await findMismarked(manager, among);
    // Locked in the order of names, like every change of tags, to prevent deadlocks.
    await manager.query(
      `UPDATE tags SET is_hub = NOT tags.is_hub
         FROM (SELECT id FROM tags WHERE id = ANY($1::uuid[]) ORDER BY name FOR NO KEY UPDATE) AS toggled
        WHERE tags.id = toggled.id`,
      [toggled],
    );
    return toggled;
  }
}

/** Returns unmarked hub tags and marked tags that are no hubs. @param among the ids to check, or null for all tags */
async function findMismarked(manager: EntityManager, among: readonly string[] | null): Promise<string[]> {
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
