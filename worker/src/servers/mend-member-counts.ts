import { Injectable } from '@nestjs/common';
import type { UpkeepJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

const EVERY_MS = 24 * 60 * 60_000;
const SERVERS_AT_ONCE = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Compares how many members each server has with what is counted, and mends the counts. */
@Injectable()
export class MendMemberCounts implements UpkeepJob {
  readonly name = 'servers:counts';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    let mended = 0;
    let after = BEFORE_ALL;
    for (;;) {
      const servers = await this.pageAfter(after);
      for (const { id, is_wrong } of servers) if (is_wrong) mended += await this.mend(id);
      const last = servers.at(-1);
      if (last === undefined || servers.length < SERVERS_AT_ONCE) return mended;
      after = last.id;
    }
  }

  /** One statement sees members and counts as they were in one moment, and nobody waits for it. */
  private async pageAfter(after: string): Promise<{ id: string; is_wrong: boolean }[]> {
    return this.dataSource.query(
      `SELECT id, member_count <> (SELECT count(*) FROM server_members WHERE server_id = s.id) AS is_wrong
         FROM (SELECT id, member_count FROM servers WHERE id > $1 ORDER BY id LIMIT $2) AS s
        ORDER BY id`,
      [after, SERVERS_AT_ONCE],
    );
  }

  /**
   * Counts once more while nobody can change the count. Whoever comes or goes waits for the server's row at the end of
   * the change, so the members are counted in a statement of its own, after the row is held; one row at a time, so
   * that nobody who holds several waits in a circle.
   */
  private async mend(id: string): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM servers WHERE id = $1 FOR NO KEY UPDATE', [id]);
      const [, mended]: [unknown, number] = await manager.query(
        `UPDATE servers SET member_count = counted.members
           FROM (SELECT count(*)::integer AS members FROM server_members WHERE server_id = $1) AS counted
          WHERE id = $1 AND member_count <> counted.members`,
        [id],
      );
      return mended;
    });
  }
}
