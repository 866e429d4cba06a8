import { Injectable } from '@nestjs/common';
import { LINKS_KEPT } from '@oniverse/contracts';
import { OUTBOX_TOPICS } from '@oniverse/data';
import type { EntityManager } from 'typeorm';

/** A member, and what the constellation knows. */
export interface KnownMember {
  id: string;
  is_public: boolean;
  /** Whether nothing of the member stands in the outbox. */
  is_settled: boolean;
  /** Whether there is a node where there should be one, under the member's name. */
  is_node_right: boolean;
  known_tags: string[];
}

/** Whether something about a member stands in the outbox: what stands for `id` is the expression of the member's id. */
const isWaiting = (id: string, topics: readonly string[]): string =>
  `EXISTS (SELECT 1 FROM outbox WHERE outbox.subject = ${id}::text AND outbox.topic IN (${topics.map((topic) => `'${topic}'`).join(', ')}))`;

const TAGS = [OUTBOX_TOPICS.memberTags];
const LINKS = [OUTBOX_TOPICS.memberTags, OUTBOX_TOPICS.memberLinks];

/** Every query that compares the constellation with its members. */
@Injectable()
export class SkyRepository {
  /** Members after one, in the order of their ids. */
  async membersAfter(manager: EntityManager, after: string, limit: number): Promise<KnownMember[]> {
    return manager.query(
      `SELECT member.id, member.is_public, NOT ${isWaiting('member.id', TAGS)} AS is_settled,
              CASE WHEN member.is_public
                THEN coalesce(node.username = member.username
                  AND node.display_name IS NOT DISTINCT FROM member.display_name, false)
                ELSE node.user_id IS NULL
              END AS is_node_right,
              ARRAY(SELECT tags.name FROM user_tags JOIN tags ON tags.id = user_tags.tag_id
                     WHERE user_tags.user_id = member.id) AS known_tags
         FROM (SELECT * FROM users WHERE id > $1 ORDER BY id LIMIT $2) AS member
         LEFT JOIN constellation_nodes node ON node.user_id = member.id
        ORDER BY member.id`,
      [after, limit],
    );
  }

  /** The ids of nodes whose account is gone without a word of it in the outbox. */
  async erased(manager: EntityManager): Promise<string[]> {
    const rows: { user_id: string }[] = await manager.query(
      `SELECT node.user_id FROM constellation_nodes node
        WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.id = node.user_id)
          AND NOT ${isWaiting('node.user_id', TAGS)}`,
    );
    return rows.map(({ user_id: id }) => id);
  }

  /**
   * Of the links that begin at these members, the ends of those that do not stand for the tags that both are known to
   * show.
   */
  async staleLinkEnds(manager: EntityManager, fromUserIds: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `SELECT DISTINCT unnest(ARRAY[link.from_user_id, link.to_user_id]) AS id
         FROM connections link
        CROSS JOIN LATERAL (
          SELECT ARRAY(
            SELECT tags.name FROM user_tags mine
              JOIN user_tags theirs ON theirs.tag_id = mine.tag_id AND theirs.user_id = link.to_user_id
              JOIN tags ON tags.id = mine.tag_id AND NOT tags.is_hub
             WHERE mine.user_id = link.from_user_id ORDER BY tags.name COLLATE "C"
          ) AS tags
        ) AS shared
        WHERE link.from_user_id = ANY($1::uuid[])
          AND link.shared_tags <> shared.tags
          AND NOT ${isWaiting('link.from_user_id', LINKS)} AND NOT ${isWaiting('link.to_user_id', LINKS)}`,
      [fromUserIds],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Of these members, those of whom some link that they are to keep is missing, or one is kept that is not to be, or
   * whose node knows another last link. Of others who are being looked at anyway nothing is said.
   */
  async staleKeepers(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `SELECT member.id FROM unnest($1::uuid[]) AS member (id)
         LEFT JOIN constellation_nodes node ON node.user_id = member.id
        CROSS JOIN LATERAL (
          SELECT array_agg(other_id) AS ids,
                 (array_agg(other_id ORDER BY strength DESC, other_id))[${LINKS_KEPT}] AS last_id,
                 (array_agg(strength ORDER BY strength DESC))[${LINKS_KEPT}] AS last_strength
            FROM (
              SELECT theirs.user_id AS other_id, count(*)::integer AS strength
                FROM user_tags mine
                JOIN tags ON tags.id = mine.tag_id AND NOT tags.is_hub
                JOIN user_tags theirs ON theirs.tag_id = mine.tag_id AND theirs.user_id <> mine.user_id
               WHERE mine.user_id = member.id
               GROUP BY theirs.user_id ORDER BY strength DESC, other_id LIMIT ${LINKS_KEPT}
            ) AS strongest
        ) AS wanted
        CROSS JOIN LATERAL (
          SELECT array_agg(other_id) AS ids FROM (
            SELECT to_user_id AS other_id FROM connections WHERE from_user_id = member.id AND kept_by_from
             UNION ALL
            SELECT from_user_id FROM connections WHERE to_user_id = member.id AND kept_by_to
          ) AS links
        ) AS stored
        WHERE NOT ${isWaiting('member.id', LINKS)}
          AND ((node.weakest_strength, node.weakest_id) IS DISTINCT FROM (wanted.last_strength, wanted.last_id)
            OR EXISTS (
              SELECT 1 FROM unnest(wanted.ids) AS one (id) FULL JOIN unnest(stored.ids) AS other (id) USING (id)
               WHERE (one.id IS NULL OR other.id IS NULL) AND NOT ${isWaiting('coalesce(one.id, other.id)', TAGS)}
            ))`,
      [userIds],
    );
    return rows.map(({ id }) => id);
  }
}
