import { Injectable } from '@nestjs/common';
import { listedChannelOf, listedFor } from '@oniverse/data';
import { DataSource } from 'typeorm';

interface MemberColumns {
  user_id: string;
  username: string;
  display_name: string | null;
}
interface ServerColumns {
  server_id: string;
  server_name: string;
}

export type ActivityRow = { at: Date } & (
  | ({ kind: 'messages'; channel_id: string; channel_name: string; count: number } & ServerColumns)
  | ({ kind: 'joined' } & ServerColumns & MemberColumns)
  | ({ kind: 'linked'; shared_tags: string[] } & MemberColumns)
);

@Injectable()
export class ActivityRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Private members appear only in the counts of messages. */
  async latest(userId: string, days: number, limit: number): Promise<ActivityRow[]> {
    return this.dataSource.query(
      `WITH my_server AS MATERIALIZED (
         SELECT s.id, s.name FROM server_members m JOIN servers s ON s.id = m.server_id
          WHERE m.user_id = $1 AND s.is_public),
       since AS MATERIALIZED (SELECT now() - make_interval(days => $2) AS at),
       channel_messages AS (
         SELECT my_server.id AS server_id, my_server.name AS server_name, c.id AS channel_id, c.name AS channel_name,
                recent.count, recent.at
           FROM my_server JOIN channels c ON c.server_id = my_server.id
          CROSS JOIN LATERAL (
            SELECT count(*)::integer AS count, max(m.created_at) AS at FROM messages m
             WHERE m.channel_id = c.id AND m.created_at > (SELECT at FROM since)
               AND m.user_id IS DISTINCT FROM $1 AND m.deleted_at IS NULL) recent
          WHERE recent.count > 0 AND ${listedChannelOf('c', '$1')}),
       joined AS (
         SELECT my_server.id AS server_id, my_server.name AS server_name, joiner.*
           FROM my_server
          CROSS JOIN LATERAL (
            SELECT u.id AS user_id, u.username, u.display_name, m.joined_at AS at
              FROM server_members m JOIN users u ON u.id = m.user_id AND ${listedFor('u', '$1')}
             WHERE m.server_id = my_server.id AND m.joined_at > (SELECT at FROM since) AND m.user_id <> $1
             ORDER BY m.joined_at DESC LIMIT $3) joiner),
       link AS (
         SELECT to_user_id AS other_id, shared_tags, created_at FROM connections WHERE from_user_id = $1
         UNION ALL
         SELECT from_user_id, shared_tags, created_at FROM connections WHERE to_user_id = $1),
       linked AS (
         SELECT u.id AS user_id, u.username, u.display_name, link.shared_tags, link.created_at AS at
           FROM users me JOIN link ON me.is_public JOIN users u ON u.id = link.other_id AND ${listedFor('u', '$1')}
          WHERE me.id = $1 AND link.created_at > (SELECT at FROM since)
          ORDER BY at DESC LIMIT $3)
       SELECT 'messages' AS kind, at, server_id, server_name, channel_id, channel_name, count,
              NULL::uuid AS user_id, NULL AS username, NULL AS display_name, NULL::text[] AS shared_tags FROM channel_messages
       UNION ALL
       SELECT 'joined', at, server_id, server_name, NULL, NULL, NULL,
              user_id, username, display_name, NULL FROM joined
       UNION ALL
       SELECT 'linked', at, NULL, NULL, NULL, NULL, NULL,
              user_id, username, display_name, shared_tags FROM linked
        ORDER BY at DESC, kind, server_id, channel_id, user_id LIMIT $3`,
      [userId, days, limit],
    );
  }
}
