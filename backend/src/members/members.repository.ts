import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Every query on who is in a dimension. */
@Injectable()
export class MembersRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }

  /** @returns whether the member was added; one who is in it already stays as they are */
  async addMember(manager: EntityManager, serverId: string, userId: string): Promise<boolean> {
    const added: unknown[] = await manager.query(
      `INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)
       ON CONFLICT (server_id, user_id) DO NOTHING RETURNING id`,
      [serverId, userId],
    );
    if (added.length > 0) {
      await this.changeMemberCount(manager, serverId, 1);
      await this.readEverything(manager, serverId, userId);
    }
    return added.length > 0;
  }

  /** Takes a member out; one who is not in it is fine. */
  async removeMember(manager: EntityManager, serverId: string, userId: string): Promise<void> {
    const result: [unknown[], number] = await manager.query(
      'DELETE FROM server_members WHERE server_id = $1 AND user_id = $2 RETURNING id',
      [serverId, userId],
    );
    if (result[1] === 0) return;
    await this.changeMemberCount(manager, serverId, -1);
    for (const table of ['channel_reads', 'mentions']) {
      await manager.query(
        `DELETE FROM ${table} WHERE user_id = $2 AND channel_id IN (SELECT id FROM channels WHERE server_id = $1)`,
        [serverId, userId],
      );
    }
  }

  /** What was there when a member joined counts as read. */
  private async readEverything(manager: EntityManager, serverId: string, userId: string): Promise<void> {
    await manager.query(
      `INSERT INTO channel_reads (user_id, channel_id, read_seq)
       SELECT $2, id, last_seq FROM channels WHERE server_id = $1
       ON CONFLICT (user_id, channel_id) DO UPDATE SET read_seq = excluded.read_seq`,
      [serverId, userId],
    );
  }

  private async changeMemberCount(manager: EntityManager, serverId: string, by: number): Promise<void> {
    await manager.query('UPDATE servers SET member_count = member_count + $2 WHERE id = $1', [serverId, by]);
  }
}
