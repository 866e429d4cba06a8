import { Injectable } from '@nestjs/common';
import { SUGGESTION_DAYS } from '@oniverse/contracts';
import { listedFor, opensToVisitors, VISIBLE } from '@oniverse/data';
import type { EntityManager } from 'typeorm';

/** Bounds of the candidates, so that the cost does not grow with the number of members. */
const MAX_TAGS = 50;
const PER_TAG = 60;
const PER_KIND = 4;

/**
 * Selects suggestions for member $1, without those that a row stands for already. A hub tag creates no links, so it is
 * no reason for one: except for members who show the same one, because nothing else connects them.
 */
const SUGGESTIONS = `
  WITH shown AS MATERIALIZED (
    SELECT tags.id, tags.name, tags.is_hub FROM user_tags JOIN tags ON tags.id = user_tags.tag_id
     WHERE user_tags.user_id = $1 ORDER BY tags.usage_count LIMIT ${MAX_TAGS}),
  own AS (
    SELECT unnest(thing.tags) AS name, 'private' AS kind FROM posts thing
     WHERE thing.user_id = $1 AND NOT (${VISIBLE.post})
    UNION SELECT unnest(thing.tags), 'private' FROM images thing WHERE thing.user_id = $1 AND NOT (${VISIBLE.image})
    UNION SELECT tag, 'kept' FROM bookmarks WHERE user_id = $1 AND tag IS NOT NULL),
  unshown AS MATERIALIZED (
    SELECT tags.id, tags.name, max(own.kind) AS kind FROM own JOIN tags ON tags.name = own.name AND NOT tags.is_hub
     WHERE NOT EXISTS (SELECT FROM user_tags WHERE user_tags.user_id = $1 AND user_tags.tag_id = tags.id)
     GROUP BY tags.id ORDER BY min(tags.usage_count) LIMIT ${MAX_TAGS}),
  reason AS (SELECT id, name, kind FROM unshown UNION ALL SELECT id, name, 'shared' FROM shown),
  carrier AS (
    SELECT reason.kind, reason.name, carrier.user_id AS member_id FROM reason CROSS JOIN LATERAL (
      SELECT user_tags.user_id FROM user_tags WHERE user_tags.tag_id = reason.id AND user_tags.user_id <> $1
       ORDER BY user_tags.user_id DESC LIMIT ${PER_TAG}) carrier),
  candidate AS (
    SELECT min(carrier.kind) AS kind, carrier.member_id, NULL::uuid AS server_id,
           array_agg(DISTINCT carrier.name) AS tags
      FROM carrier JOIN users ON users.id = carrier.member_id AND ${listedFor('users', '$1')}
     WHERE NOT EXISTS (SELECT FROM connections link WHERE link.from_user_id = least($1, carrier.member_id)
                          AND link.to_user_id = greatest($1, carrier.member_id))
     GROUP BY carrier.member_id
    UNION ALL
    SELECT 'dimension', NULL, member.server_id, array_agg(DISTINCT carrier.name)
      FROM carrier JOIN server_members member ON member.user_id = carrier.member_id
      JOIN servers ON servers.id = member.server_id AND ${opensToVisitors('servers')}
     WHERE carrier.kind = 'shared'
       AND NOT EXISTS (SELECT FROM server_members own WHERE own.server_id = servers.id AND own.user_id = $1)
       AND NOT EXISTS (SELECT FROM server_removals ban WHERE ban.server_id = servers.id AND ban.user_id = $1)
     GROUP BY member.server_id),
  ranked AS (
    SELECT candidate.*, row_number() OVER (PARTITION BY kind
             ORDER BY cardinality(tags) DESC, member_id DESC, server_id) AS place
      FROM candidate
     WHERE NOT EXISTS (SELECT FROM suggestions old WHERE old.user_id = $1
                          AND (old.member_id = candidate.member_id OR old.server_id = candidate.server_id)))
  SELECT $1::uuid AS user_id, kind, member_id, server_id, tags[1:3] AS tags
    FROM ranked WHERE place <= ${PER_KIND} ORDER BY place, kind DESC`;

@Injectable()
export class SuggestionsRepository {
  /** Replaces a member's suggestions, except the dismissed ones. */
  async replace(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM suggestions WHERE user_id = $1 AND dismissed_at IS NULL', [userId]);
    await manager.query(
      `INSERT INTO suggestions (user_id, kind, member_id, server_id, tags) ${SUGGESTIONS} ON CONFLICT DO NOTHING`,
      [userId],
    );
    await manager.query('UPDATE visits SET suggested_at = now() WHERE user_id = $1', [userId]);
  }

  /**
   * Returns members who were here lately and whose suggestions are a day old, or an hour without any, because others may
   * show a matching tag at any time. The longest waiting come first.
   */
  async listDue(manager: EntityManager, limit: number): Promise<string[]> {
    const rows: { user_id: string }[] = await manager.query(
      `SELECT user_id FROM visits
        WHERE (suggested_at IS NULL OR suggested_at < now() - interval '1 day'
           OR suggested_at < now() - interval '1 hour' AND NOT EXISTS (
             SELECT FROM suggestions WHERE suggestions.user_id = visits.user_id AND dismissed_at IS NULL))
          AND seen_at > now() - interval '${SUGGESTION_DAYS} days'
        ORDER BY suggested_at NULLS FIRST LIMIT $1`,
      [limit],
    );
    return rows.map(({ user_id: userId }) => userId);
  }
}
