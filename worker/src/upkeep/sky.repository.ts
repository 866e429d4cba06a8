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

const isTopic = (topics: readonly string[]): string =>
  `outbox.topic IN (${topics.map((topic) => `'${topic}'`).join(', ')})`;

/** Whether something about a member stands in the outbox: what stands for `id` is the expression of the member's id. */
const isWaiting = (id: string, topics: readonly string[]): string =>
  `EXISTS (SELECT 1 FROM outbox WHERE outbox.subject = ${id}::text AND ${isTopic(topics)})`;

/** Whether a change of somebody else's has left it to the member, among many others, to look at the links. */
const isAmongOthers = (id: string): string =>
  `EXISTS (SELECT 1 FROM outbox WHERE ${isTopic(OTHERS)} AND ${id}::text = ANY (outbox.subjects))`;

const TAGS = [OUTBOX_TOPICS.memberTags];
const LINKS = [OUTBOX_TOPICS.memberTags, OUTBOX_TOPICS.memberLinks];
const OTHERS = [OUTBOX_TOPICS.othersLinks, OUTBOX_TOPICS.othersAsked];

/** What stands for the tags of a link, whatever their order. */
const SUM_OF_TAGS = '(SELECT sum(hashtext(tag)) FROM unnest(shared_tags) AS tag)';

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
   * Of these members, those of whom some link that they are to keep is missing, or stands for other tags than both are
   * known to show, or one is kept that is not to be, or whose node knows another last link. Every link is kept by one of
   * its ends. Tags are compared by the sum of their names' hashes: of each member some thousand others are looked at. Of
   * others who are being looked at anyway nothing is said.
   */
  async staleKeepers(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
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
            ) AS strongest
        ) AS wanted
        WHERE NOT ${isWaiting('member.id', LINKS)} AND NOT ${isAmongOthers('member.id')}
          AND ((node.weakest_strength, node.weakest_id) IS DISTINCT FROM (wanted.last_strength, wanted.last_id)
            OR EXISTS (
              SELECT 1 FROM unnest(wanted.ids, wanted.tags) AS strongest (other_id, tags)
                FULL JOIN (
                  SELECT to_user_id AS other_id, ${SUM_OF_TAGS} AS tags
                    FROM connections WHERE from_user_id = member.id AND kept_by_from
                   UNION ALL
                  SELECT from_user_id, ${SUM_OF_TAGS}
                    FROM connections WHERE to_user_id = member.id AND kept_by_to
                ) AS stored USING (other_id)
               WHERE strongest.tags IS DISTINCT FROM stored.tags AND NOT ${isWaiting('other_id', TAGS)}
            ))`,
      [userIds],
    );
    return rows.map(({ id }) => id);
  }
}
