import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { memberSeenBy } from '../../shared/index.js';

@Injectable()
export class PresenceRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns which of the given users are members of a server that the reader sees. */
  async filterSeen(readerId: string, serverId: string, userIds: readonly string[]): Promise<string[]> {
    const rows: { user_id: string }[] = await this.dataSource.query(
      `SELECT user_id FROM server_members
        WHERE server_id = $1 AND user_id = ANY($2) AND ${memberSeenBy('user_id', '$1', '$3')}`,
      [serverId, userIds, readerId],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Returns the servers of the given users, each with its members among them. */
  async membersByServer(userIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows: { server_id: string; user_ids: string[] }[] = await this.dataSource.query(
      'SELECT server_id, array_agg(user_id) AS user_ids FROM server_members WHERE user_id = ANY($1) GROUP BY server_id',
      [userIds],
    );
    return new Map(rows.map(({ server_id, user_ids }) => [server_id, user_ids]));
  }
}
