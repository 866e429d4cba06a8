import { Injectable } from '@nestjs/common';
import { PRESENCE } from '@oniverse/contracts';
import { DataSource } from 'typeorm';
import { memberSeenBy } from '../../shared/index.js';

@Injectable()
export class PresenceRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the newest members of a server, its staff and the reader, as far as the reader sees them. */
  async listSeen(readerId: string, serverId: string): Promise<string[]> {
    const rows: { user_id: string }[] = await this.dataSource.query(
      `SELECT user_id FROM (
         (SELECT user_id FROM server_members WHERE server_id = $1 ORDER BY id DESC LIMIT $3)
          UNION
         (SELECT user_id FROM server_members WHERE server_id = $1 AND role <> 'member' LIMIT $4)
          UNION
         SELECT user_id FROM server_members WHERE server_id = $1 AND user_id = $2) known
        WHERE ${memberSeenBy('user_id', '$1', '$2')}`,
      [serverId, readerId, PRESENCE.members, PRESENCE.staff],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Returns the servers of the given users, each with those among them who are its newest members or staff. */
  async membersByServer(userIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows: { server_id: string; user_ids: string[] }[] = await this.dataSource.query(
      `WITH own AS MATERIALIZED (SELECT server_id, id, user_id, role FROM server_members WHERE user_id = ANY($1)),
       large AS MATERIALIZED (
         SELECT server.id, (SELECT newest.id FROM server_members newest WHERE newest.server_id = server.id
                             ORDER BY newest.id DESC OFFSET $2 - 1 LIMIT 1) AS oldest
           FROM servers server WHERE server.id IN (SELECT server_id FROM own) AND server.member_count > $2)
       SELECT own.server_id, array_agg(own.user_id) AS user_ids FROM own LEFT JOIN large ON large.id = own.server_id
        WHERE large.oldest IS NULL OR own.id >= large.oldest OR own.role <> 'member'
        GROUP BY own.server_id`,
      [userIds, PRESENCE.members],
    );
    return new Map(rows.map(({ server_id, user_ids }) => [server_id, user_ids]));
  }
}
