import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Person {
  user_id: string;
  username: string;
  display_name: string | null;
}
interface Place {
  server_id: string;
  server_name: string;
}

/** Something that happened; which columns are filled depends on its kind. */
export type ActivityRow = { at: Date } & (
  | ({ kind: 'messages'; channel_id: string; channel_name: string; count: number } & Place)
  | ({ kind: 'joined' } & Place & Person)
  | ({ kind: 'linked'; shared_tags: string[] } & Person)
);

/** Every query of the activity. */
@Injectable()
export class ActivityRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The latest that happened in the public dimensions that a member is in, and with the member's own links. A
   * private member's messages count, without a name; else a private member is not there, and has no links.
   */
  async latest(userId: string, days: number, limit: number): Promise<ActivityRow[]> {
    return this.dataSource.query(
      `WITH place AS MATERIALIZED (
         SELECT s.id, s.name FROM server_members m JOIN servers s ON s.id = m.server_id
          WHERE m.user_id = $1 AND s.is_public),
       since AS MATERIALIZED (SELECT now() - make_interval(days => $2) AS at),
       talk AS (
         SELECT place.id AS server_id, place.name AS server_name, c.id AS channel_id, c.name AS channel_name,
                said.count, said.at
           FROM place JOIN channels c ON c.server_id = place.id
          CROSS JOIN LATERAL (
            SELECT count(*)::integer AS count, max(m.created_at) AS at FROM messages m
             WHERE m.channel_id = c.id AND m.created_at > (SELECT at FROM since)
               AND m.user_id IS DISTINCT FROM $1 AND m.deleted_at IS NULL) said
          WHERE said.count > 0),
       joined AS (
         SELECT place.id AS server_id, place.name AS server_name, came.*
           FROM place
          CROSS JOIN LATERAL (
            SELECT u.id AS user_id, u.username, u.display_name, m.joined_at AS at
              FROM server_members m JOIN users u ON u.id = m.user_id AND u.is_public
             WHERE m.server_id = place.id AND m.joined_at > (SELECT at FROM since) AND m.user_id <> $1
             ORDER BY m.joined_at DESC LIMIT $3) came),
       link AS (
         SELECT to_user_id AS other_id, shared_tags, created_at FROM connections WHERE from_user_id = $1
         UNION ALL
         SELECT from_user_id, shared_tags, created_at FROM connections WHERE to_user_id = $1),
       linked AS (
         SELECT u.id AS user_id, u.username, u.display_name, link.shared_tags, link.created_at AS at
           FROM users me JOIN link ON me.is_public JOIN users u ON u.id = link.other_id AND u.is_public
          WHERE me.id = $1 AND link.created_at > (SELECT at FROM since)
          ORDER BY at DESC LIMIT $3)
       SELECT 'messages' AS kind, at, server_id, server_name, channel_id, channel_name, count,
              NULL::uuid AS user_id, NULL AS username, NULL AS display_name, NULL::text[] AS shared_tags FROM talk
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
