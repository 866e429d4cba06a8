import { Injectable } from '@nestjs/common';
import type { ServerRole } from '@oniverse/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { UNREAD_OF_CHANNEL } from '../read-marks/unread.js';

/** A server's row with what one member is in it. */
export interface ServerRow {
  id: string;
  owner_id: string;
  name: string;
  description: string | null;
  is_public: boolean;
  member_count: number;
  created_at: Date;
  updated_at: Date;
  role: ServerRole | null;
  unread_count: number;
  mention_count: number;
}

const COLUMNS = `s.id, s.owner_id, s.name, s.description, s.is_public, s.member_count, s.created_at, s.updated_at,
  m.role, coalesce(unread.unread_count, 0)::integer AS unread_count,
  coalesce(unread.mention_count, 0)::integer AS mention_count`;
/** What a member, the row `m`, has not read in a server; nothing for one who has not joined. */
const UNREAD = `LEFT JOIN LATERAL (
    SELECT sum(of_channel.unread_count) AS unread_count, sum(of_channel.mention_count) AS mention_count
      FROM channels channel ${UNREAD_OF_CHANNEL} WHERE channel.server_id = s.id
  ) unread ON m.id IS NOT NULL`;

/** Every query on servers and their members. */
@Injectable()
export class ServersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** All public ones and the member's own private ones, newest first. */
  async visibleTo(userId: string): Promise<ServerRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM servers s
         LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $1 ${UNREAD}
        WHERE s.is_public
       UNION ALL
       SELECT ${COLUMNS} FROM server_members m JOIN servers s ON s.id = m.server_id ${UNREAD}
        WHERE m.user_id = $1 AND NOT s.is_public
        ORDER BY id DESC`,
      [userId],
    );
  }

  /** The server, where the member may see it. */
  async findVisible(
    manager: EntityManager,
    userId: string,
    serverId: string,
  ): Promise<ServerRow | undefined> {
    const rows: ServerRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM servers s
         LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $1 ${UNREAD}
        WHERE s.id = $2 AND (s.is_public OR m.id IS NOT NULL)`,
      [userId, serverId],
    );
    return rows[0];
  }

  /** The ids of the servers that each of these is in; who is in none is left out. */
  async serverIdsOf(userIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows: { user_id: string; server_ids: string[] }[] = await this.dataSource.query(
      'SELECT user_id, array_agg(server_id) AS server_ids FROM server_members WHERE user_id = ANY($1) GROUP BY user_id',
      [userIds],
    );
    return new Map(rows.map(({ user_id, server_ids }) => [user_id, server_ids]));
  }
}
