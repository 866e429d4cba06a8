import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, LINKS_KEPT } from '@oniverse/data';
import type { EntityManager } from 'typeorm';

export interface StoredMember {
  id: string;
  is_public: boolean;
  /** Whether the outbox has a row to derive the node and tags for the member. */
  is_pending: boolean;
  /** Whether the node exists if and only if it should, with the member's names. */
  is_node_current: boolean;
  stored_tags: string[];
}

const isTopic = (topics: readonly string[]): string =>
  `outbox.topic IN (${topics.map((topic) => `'${topic}'`).join(', ')})`;

/** A condition: the outbox has a row for a member. @param id an SQL expression of the member's id */
const isPending = (id: string, topics: readonly string[]): string =>
  `EXISTS (SELECT 1 FROM outbox WHERE outbox.subject = ${id}::text AND ${isTopic(topics)})`;

/** A condition: the member shows a tag whose change by another member is pending. @param id as above */
const isPendingNeighbour = (id: string): string =>
  `EXISTS (SELECT 1 FROM outbox, user_tags WHERE ${isTopic([OUTBOX_TOPICS.updateNeighbours])}
            AND user_tags.user_id = ${id} AND user_tags.tag_id::text = ANY (outbox.subjects))`;

const TAG_TOPICS = [OUTBOX_TOPICS.deriveMember, OUTBOX_TOPICS.repairMember];
const LINK_TOPICS = [...TAG_TOPICS, OUTBOX_TOPICS.recomputeLinks];

/** A hash of a link's tags that does not depend on their order. */
const TAGS_HASH = '(SELECT sum(hashtext(tag)) FROM unnest(shared_tags) AS tag)';

@Injectable()
export class ReconciliationRepository {
  async listMembersAfter(manager: EntityManager, after: string, limit: number): Promise<StoredMember[]> {
    return manager.query(
      `SELECT member.id, member.is_public, ${isPending('member.id', TAG_TOPICS)} AS is_pending,
              CASE WHEN member.is_public
                THEN coalesce(node.username = member.username
                  AND node.display_name IS NOT DISTINCT FROM member.display_name, false)
                ELSE node.user_id IS NULL
              END AS is_node_current,
              ARRAY(SELECT tags.name FROM user_tags JOIN tags ON tags.id = user_tags.tag_id
                     WHERE user_tags.user_id = member.id) AS stored_tags
         FROM (SELECT * FROM users WHERE id > $1 ORDER BY id LIMIT $2) AS member
         LEFT JOIN constellation_nodes node ON node.user_id = member.id
        ORDER BY member.id`,
      [after, limit],
    );
  }

  /** Returns the ids of nodes whose account is gone without a pending row in the outbox. */
  async listErasedNodes(manager: EntityManager): Promise<string[]> {
    const rows: { user_id: string }[] = await manager.query(
      `SELECT node.user_id FROM constellation_nodes node
        WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.id = node.user_id)
          AND NOT ${isPending('node.user_id', TAG_TOPICS)}`,
    );
    return rows.map(({ user_id: id }) => id);
  }

  /**
   * Returns the members with a missing, superfluous or stale kept link, or a wrong weakest link in their node. A link is
   * stale if its tags are not the tags that both members share. Compares tags by the sum of their hashes, because each
   * member shares tags with thousands of others. Ignores members with pending rows in the outbox.
   */
  async listStaleKeepers(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `SELECT member.id FROM unnest($1::uuid[]) AS member (id)
         LEFT JOIN constellation_nodes node ON node.user_id = member.id
        CROSS JOIN LATERAL (
          SELECT array_agg(other_id ORDER BY strength DESC, other_id) AS ids,
                 array_agg(tags ORDER BY strength DESC, other_id) AS tags,
                 (array_agg(other_id ORDER BY strength DESC, other_id))[${LINKS_KEPT}] AS last_id,
                 (array_agg(strength ORDER BY strength DESC, other_id))[${LINKS_KEPT}] AS last_strength
            FROM (
              SELECT theirs.user_id AS other_id, count(*)::integer AS strength, sum(hashtext(tags.name)) AS tags
                FROM user_tags mine
                JOIN tags ON tags.id = mine.tag_id AND NOT tags.is_hub
                JOIN user_tags theirs ON theirs.tag_id = mine.tag_id AND theirs.user_id <> mine.user_id
               WHERE mine.user_id = member.id
               GROUP BY theirs.user_id ORDER BY strength DESC, other_id LIMIT ${LINKS_KEPT}
            ) AS top
        ) AS expected
        WHERE NOT ${isPending('member.id', LINK_TOPICS)} AND NOT ${isPendingNeighbour('member.id')}
          AND ((node.weakest_strength, node.weakest_id) IS DISTINCT FROM (expected.last_strength, expected.last_id)
            OR EXISTS (
              SELECT 1 FROM unnest(expected.ids, expected.tags) AS top (other_id, tags)
                FULL JOIN (
                  SELECT to_user_id AS other_id, ${TAGS_HASH} AS tags
                    FROM connections WHERE from_user_id = member.id AND kept_by_from
                   UNION ALL
                  SELECT from_user_id, ${TAGS_HASH}
                    FROM connections WHERE to_user_id = member.id AND kept_by_to
                ) AS stored USING (other_id)
               WHERE top.tags IS DISTINCT FROM stored.tags AND NOT ${isPending('other_id', TAG_TOPICS)}
            ))`,
      [userIds],
    );
    return rows.map(({ id }) => id);
  }
}
