import { Injectable } from '@nestjs/common';
import { SUGGESTION_DAYS } from '@oniverse/contracts';
import { LINKS_KEPT, OUTBOX_TOPICS, queryPrepared } from '@oniverse/data';
import type { EntityManager } from 'typeorm';

/** A member as the constellation shows one. */
export interface NodeRow {
  id: string;
  username: string;
  display_name: string | null;
}

/** A stored tag. */
export interface TagRow {
  id: string;
  name: string;
  is_hub: boolean;
}

/** A link of a member, seen from that member. */
export interface Link {
  other_id: string;
  /** In the order of their bytes. */
  shared_tags: string[];
}

/** A row of `connections`, seen from one of its ends. */
export interface StoredLink extends Link {
  /** Whether this end keeps the link. */
  kept: boolean;
}

/** A member who shows a tag that another member started or stopped showing. */
export interface Neighbour {
  other_id: string;
  /** Null if the two share no tag. */
  shared_tags: string[] | null;
  /** Whether only the neighbour keeps the stored link, and the tags of the link are out of date. */
  is_stale: boolean;
  /** Whether the change may alter which links the neighbour keeps. */
  is_affected: boolean;
}

/** Joins `connections` with the other ends, `$2`, of links of the member `$1`. */
const IS_LINK = 'from_user_id = least($1::uuid, other_id) AND to_user_id = greatest($1::uuid, other_id)';
const KEPT_BY_OTHER = 'CASE WHEN from_user_id = $1 THEN kept_by_to ELSE kept_by_from END';

/** The other ends and shared tags of {@link linkParameters}: an array cannot hold arrays of different lengths. */
const GIVEN_LINKS = `(
  SELECT other_id, string_to_array(tags, ' ') AS tags FROM unnest($2::uuid[], $3::text[]) AS given (other_id, tags)
) AS link`;

const linkParameters = (links: readonly Link[]): unknown[] => [
  links.map(({ other_id: id }) => id),
  links.map(({ shared_tags: tags }) => tags.join(' ')),
];

/** All queries on members' tags and links. They run in the transaction of the caller, who holds the locks. */
@Injectable()
export class ConstellationRepository {
  readonly linksKept: number = LINKS_KEPT;

  /**
   * Configures the transaction. The commit does not wait for the disk, because a power cut also brings back the job's
   * outbox row. Statements keep one plan each, made for long tables, because planning would take longer than running.
   */
  async begin(manager: EntityManager): Promise<void> {
    await queryPrepared(
      manager,
      'begin',
      `SELECT set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
              set_config('plan_cache_mode', 'force_generic_plan', true)`,
      [],
    );
  }

  /** Locks a member's account against erasure and renaming. Returns undefined if the account is gone. */
  async lockAccount(
    manager: EntityManager,
    userId: string,
  ): Promise<(NodeRow & { is_public: boolean }) | undefined> {
    const rows = await queryPrepared<NodeRow & { is_public: boolean }>(
      manager,
      'lock account',
      'SELECT id, username, display_name, is_public FROM users WHERE id = $1 FOR KEY SHARE',
      [userId],
    );
    return rows[0];
  }

  async findNode(manager: EntityManager, userId: string): Promise<NodeRow | undefined> {
    const rows = await queryPrepared<NodeRow>(
      manager,
      'find node',
      'SELECT user_id AS id, username, display_name FROM constellation_nodes WHERE user_id = $1',
      [userId],
    );
    return rows[0];
  }

  async saveNode(manager: EntityManager, node: NodeRow): Promise<void> {
    await queryPrepared(
      manager,
      'save node',
      `INSERT INTO constellation_nodes (user_id, username, display_name) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET username = excluded.username, display_name = excluded.display_name`,
      [node.id, node.username, node.display_name],
    );
  }

  /** Deletes the node, tags and links of a member. Returns false if there was no node. */
  async deleteNode(manager: EntityManager, userId: string): Promise<boolean> {
    await queryPrepared(
      manager,
      'delete all links',
      'DELETE FROM connections WHERE from_user_id = $1 OR to_user_id = $1',
      [userId],
    );
    const rows = await queryPrepared(
      manager,
      'delete node',
      'DELETE FROM constellation_nodes WHERE user_id = $1 RETURNING user_id',
      [userId],
    );
    return rows.length > 0;
  }

  async listTagsNamed(manager: EntityManager, names: readonly string[]): Promise<TagRow[]> {
    return queryPrepared(manager, 'tags named', 'SELECT id, name, is_hub FROM tags WHERE name = ANY($1)', [
      names,
    ]);
  }

  /** Lists the stored tags of a member. */
  async listTags(manager: EntityManager, userId: string): Promise<TagRow[]> {
    return queryPrepared(
      manager,
      'tags of member',
      `SELECT id, name, is_hub FROM tags
        WHERE id = ANY (ARRAY(SELECT tag_id FROM user_tags WHERE user_id = $1))`,
      [userId],
    );
  }

  async addTags(manager: EntityManager, userId: string, tagIds: readonly string[]): Promise<void> {
    if (tagIds.length === 0) return;
    await queryPrepared(
      manager,
      'add tags',
      'INSERT INTO user_tags (user_id, tag_id) SELECT $1, unnest($2::uuid[])',
      [userId, tagIds],
    );
  }

  async deleteTags(manager: EntityManager, userId: string, tagIds: readonly string[]): Promise<void> {
    if (tagIds.length === 0) return;
    await queryPrepared(
      manager,
      'delete tags',
      'DELETE FROM user_tags WHERE user_id = $1 AND tag_id = ANY($2::uuid[])',
      [userId, tagIds],
    );
  }

  /** Returns those of the tags that create links. */
  async listConnectingTagIds(manager: EntityManager, tagIds: readonly string[]): Promise<string[]> {
    const rows = await queryPrepared<{ id: string }>(
      manager,
      'connecting tags',
      'SELECT id FROM tags WHERE id = ANY($1::uuid[]) AND NOT is_hub',
      [tagIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the links that a member should keep, strongest first; ties go to the other end with the smaller id. */
  async computeTopLinks(manager: EntityManager, userId: string): Promise<Link[]> {
    return queryPrepared(
      manager,
      'compute top links',
      `WITH mine AS MATERIALIZED (
         SELECT tags.id, tags.name FROM user_tags JOIN tags ON tags.id = user_tags.tag_id AND NOT tags.is_hub
          WHERE user_tags.user_id = $1
       ), top AS MATERIALIZED (
         SELECT theirs.user_id AS other_id, count(*) AS strength
           FROM mine JOIN user_tags theirs ON theirs.tag_id = mine.id AND theirs.user_id <> $1
          GROUP BY theirs.user_id ORDER BY strength DESC, other_id LIMIT ${this.linksKept}
       )
       SELECT user_id AS other_id, array_agg(mine.name ORDER BY mine.name COLLATE "C") AS shared_tags
         FROM user_tags JOIN mine ON mine.id = tag_id
        WHERE user_id = ANY (ARRAY(SELECT other_id FROM top))
        GROUP BY user_id ORDER BY count(*) DESC, user_id`,
      [userId],
    );
  }

  /** Lists the links that the member keeps, and those with the given members. */
  async listLinks(
    manager: EntityManager,
    userId: string,
    otherIds: readonly string[],
  ): Promise<StoredLink[]> {
    return queryPrepared(
      manager,
      'list links',
      `SELECT to_user_id AS other_id, shared_tags, true AS kept
         FROM connections WHERE from_user_id = $1 AND kept_by_from
        UNION ALL
       SELECT to_user_id, shared_tags, false
         FROM connections WHERE from_user_id = $1 AND NOT kept_by_from AND to_user_id = ANY($2::uuid[])
        UNION ALL
       SELECT from_user_id, shared_tags, kept_by_to
         FROM connections WHERE to_user_id = $1 AND (kept_by_to OR from_user_id = ANY($2::uuid[]))`,
      [userId, otherIds],
    );
  }

  /** Inserts or updates links that the member keeps. */
  async saveKeptLinks(manager: EntityManager, userId: string, links: readonly Link[]): Promise<void> {
    if (links.length === 0) return;
    await queryPrepared(
      manager,
      'save kept links',
      `INSERT INTO connections (from_user_id, to_user_id, strength, shared_tags, kept_by_from, kept_by_to)
       SELECT least($1::uuid, other_id), greatest($1::uuid, other_id), cardinality(tags), tags,
              $1 < other_id, other_id < $1
         FROM ${GIVEN_LINKS}
       ON CONFLICT (from_user_id, to_user_id) DO UPDATE
          SET strength = excluded.strength, shared_tags = excluded.shared_tags,
              kept_by_from = connections.kept_by_from OR excluded.kept_by_from,
              kept_by_to = connections.kept_by_to OR excluded.kept_by_to`,
      [userId, ...linkParameters(links)],
    );
  }

  /** Ends the member's keeping of links. Deletes those that the other end does not keep either, and returns their ids. */
  async releaseLinks(manager: EntityManager, userId: string, otherIds: readonly string[]): Promise<string[]> {
    if (otherIds.length === 0) return [];
    // Two statements: the second one sees what the other end released while the first one waited for it.
    await queryPrepared(
      manager,
      'release links',
      `UPDATE connections SET kept_by_from = from_user_id <> $1, kept_by_to = to_user_id <> $1
         FROM unnest($2::uuid[]) AS other_id WHERE ${IS_LINK} AND ${KEPT_BY_OTHER}`,
      [userId, otherIds],
    );
    const rows = await queryPrepared<{ other_id: string }>(
      manager,
      'delete released links',
      `DELETE FROM connections USING unnest($2::uuid[]) AS other_id
        WHERE ${IS_LINK} AND NOT ${KEPT_BY_OTHER} RETURNING other_id`,
      [userId, otherIds],
    );
    return rows.map(({ other_id: id }) => id);
  }

  /** Stores the weakest kept link of a member; null if the member keeps fewer links than the maximum. */
  async saveWeakest(manager: EntityManager, userId: string, weakest: Link | undefined): Promise<void> {
    await queryPrepared(
      manager,
      'save weakest',
      `UPDATE constellation_nodes SET weakest_strength = $2, weakest_id = $3
        WHERE user_id = $1 AND (weakest_strength, weakest_id) IS DISTINCT FROM ($2::integer, $3::uuid)`,
      [userId, weakest?.shared_tags.length ?? null, weakest?.other_id ?? null],
    );
  }

  /**
   * Lists the neighbours that a change of the member's tags concerns: those who show a changed tag, and whose stored link
   * is stale or whose kept links may change.
   *
   * The strength was and is between `low`, the shared tags without the changed ones, and `high`, the shared tags with all
   * changed ones. If the neighbour's weakest kept link is stronger or weaker than both, the neighbour keeps the same links.
   */
  async listAffectedNeighbours(
    manager: EntityManager,
    userId: string,
    changedTagIds: readonly string[],
  ): Promise<Neighbour[]> {
    return queryPrepared(
      manager,
      'affected neighbours',
      `WITH shown AS MATERIALIZED (
         SELECT tag_id FROM user_tags WHERE user_id = $1
       ), counting AS MATERIALIZED (
         SELECT id, name, id = ANY($2::uuid[]) AS is_changed, id IN (SELECT tag_id FROM shown) AS is_shown
           FROM tags WHERE NOT is_hub AND id = ANY (ARRAY(SELECT tag_id FROM shown) || $2::uuid[])
       ), near AS MATERIALIZED (
         SELECT theirs.user_id AS other_id, count(*) FILTER (WHERE NOT is_changed) AS low, count(*) AS high,
                array_agg(name ORDER BY name COLLATE "C") FILTER (WHERE is_shown) AS tags
           FROM counting JOIN user_tags theirs ON theirs.tag_id = counting.id AND theirs.user_id <> $1
          WHERE theirs.user_id IN (
                  SELECT user_id FROM user_tags WHERE tag_id = ANY (ARRAY(SELECT id FROM counting WHERE is_changed))
                )
          GROUP BY theirs.user_id
       ), kept_by_others AS MATERIALIZED (
         SELECT to_user_id AS other_id, shared_tags FROM connections
          WHERE from_user_id = $1 AND NOT kept_by_from AND to_user_id = ANY (ARRAY(SELECT other_id FROM near))
          UNION ALL
         SELECT from_user_id, shared_tags FROM connections
          WHERE to_user_id = $1 AND NOT kept_by_to AND from_user_id = ANY (ARRAY(SELECT other_id FROM near))
       ), judged AS (
         SELECT other_id, tags AS shared_tags,
                link.shared_tags IS NOT NULL AND link.shared_tags IS DISTINCT FROM tags AS is_stale,
                CASE WHEN weakest_id IS NULL THEN low = 0 AND tags IS NOT NULL
                     ELSE (high > weakest_strength OR high = weakest_strength AND $1 <= weakest_id)
                      AND NOT (low > weakest_strength OR low = weakest_strength AND $1 < weakest_id)
                 END AS is_affected
           FROM near JOIN constellation_nodes ON user_id = other_id LEFT JOIN kept_by_others link USING (other_id)
       )
       SELECT * FROM judged WHERE is_stale OR is_affected`,
      [userId, changedTagIds],
    );
  }

  /** Corrects the tags of links that exist. */
  async updateSharedTags(manager: EntityManager, userId: string, links: readonly Link[]): Promise<void> {
    if (links.length === 0) return;
    await queryPrepared(
      manager,
      'update shared tags',
      `UPDATE connections SET strength = cardinality(tags), shared_tags = tags FROM ${GIVEN_LINKS} WHERE ${IS_LINK}`,
      [userId, ...linkParameters(links)],
    );
  }

  async deleteLinks(manager: EntityManager, userId: string, otherIds: readonly string[]): Promise<void> {
    if (otherIds.length === 0) return;
    await queryPrepared(
      manager,
      'delete links',
      `DELETE FROM connections USING unnest($2::uuid[]) AS other_id WHERE ${IS_LINK}`,
      [userId, otherIds],
    );
  }

  /** Reads a member's node after the commit: undefined if there is none, null if the member is not public. */
  async findPublicNode(manager: EntityManager, userId: string): Promise<NodeRow | null | undefined> {
    const rows = await queryPrepared<NodeRow & { is_public: boolean | null }>(
      manager,
      'find public node',
      `SELECT node.user_id AS id, node.username, node.display_name, users.is_public
         FROM constellation_nodes node LEFT JOIN users ON users.id = node.user_id WHERE node.user_id = $1`,
      [userId],
    );
    const row = rows[0];
    return row && (row.is_public ? row : null);
  }

  /** Returns those of the members who are public. */
  async listPublic(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const rows = await queryPrepared<{ id: string }>(
      manager,
      'list public',
      'SELECT id FROM users WHERE id = ANY($1::uuid[]) AND is_public',
      [userIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the members who are across a block from one of the given ones. */
  async listBlocked(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const rows = await queryPrepared<{ other_id: string }>(
      manager,
      'list blocked',
      'SELECT DISTINCT other_id FROM blocks WHERE member_id = ANY($1::uuid[])',
      [userIds],
    );
    return rows.map(({ other_id: id }) => id);
  }

  /** Enqueues suggestions for a member who opened the home page lately; the daily refresh covers those who return. */
  async enqueueSuggestions(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `INSERT INTO outbox (topic, subject) SELECT $2::text, user_id::text FROM visits
        WHERE user_id = $1 AND seen_at > now() - interval '${SUGGESTION_DAYS} days'`,
      [userId, OUTBOX_TOPICS.suggestLinks],
    );
  }
}
