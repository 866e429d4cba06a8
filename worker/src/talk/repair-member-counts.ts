import { Injectable } from '@nestjs/common';
import { pagesById } from '@oniverse/data';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

const EVERY_MS = 24 * 60 * 60_000;
const SERVERS_PER_PAGE = 200;

@Injectable()
export class RepairMemberCounts implements MaintenanceJob {
  readonly name = 'repair-member-counts';
  readonly everyMs = EVERY_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    let repaired = 0;
    for await (const servers of pagesById(SERVERS_PER_PAGE, (after) => this.listAfter(after))) {
      for (const { id, is_wrong } of servers) if (is_wrong) repaired += await this.repairCount(id);
    }
    return repaired;
  }

  /** Uses one statement, so that members and counts are of the same snapshot, without locks. */
  private async listAfter(after: string): Promise<{ id: string; is_wrong: boolean }[]> {
    return this.dataSource.query(
      `SELECT id, member_count <> (SELECT count(*) FROM server_members WHERE server_id = s.id) AS is_wrong
         FROM (SELECT id, member_count FROM servers WHERE id > $1 ORDER BY id LIMIT $2) AS s
        ORDER BY id`,
      [after, SERVERS_PER_PAGE],
    );
  }

  /**
   * Counts again under the lock of the server's row. Joining and leaving members lock that row last, so the count is a
   * separate statement after the lock. Locks one row at a time to prevent deadlocks.
   */
  private async repairCount(id: string): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM servers WHERE id = $1 FOR NO KEY UPDATE', [id]);
      const [, updated]: [unknown, number] = await manager.query(
        `UPDATE servers SET member_count = counted.members
           FROM (SELECT count(*)::integer AS members FROM server_members WHERE server_id = $1) AS counted
          WHERE id = $1 AND member_count <> counted.members`,
        [id],
      );
      return updated;
    });
  }
}
