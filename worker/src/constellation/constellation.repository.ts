import { Injectable } from '@nestjs/common';
import { LINKS_KEPT } from '@oniverse/contracts';
import { prepared } from '@oniverse/data';
import type { EntityManager } from 'typeorm';

/** A member as the constellation shows one. */
export interface NodeRow {
  id: string;
  username: string;
  display_name: string | null;
}

/** A tag that is there, and its id. */
export interface TagRow {
  id: string;
  name: string;
}

/** How a member stands to another one, and how the row of their link stood before. */
export interface PairRow {
  other_id: string;
  /** How many tags that count they share; null where none. */
  strength: number | null;
  /** Null where no row is wanted for them. */
  shared_tags: string[] | null;
  /** Whether the other is among the member's strongest. */
  kept: boolean;
  /** All of these are null where there was no row. */
  stored_strength: number | null;
  stored_tags: string[] | null;
  was_kept: boolean | null;
  kept_by_other: boolean | null;
  /** Whether which links the other keeps is other than it was. */
  resettle: boolean;
}

/** Tags that a member shows newly, and such as the member showed until now. */
export interface ShownChange {
  added: readonly string[];
  removed: readonly string[];
}

/** The last that a member keeps, of as many links as a member may keep. */
export interface WeakestLink {
  strength: number;
  otherId: string;
}

/** A link's row as it is to be, from the side of one member. */
export interface LinkRow {
  otherId: string;
  strength: number;
  sharedTags: readonly string[];
  kept: boolean;
  keptByOther: boolean;
}

/** How a link stands; without tags where there is none. */
export interface LinkNow {
  other_id: string;
  shared_tags: string[] | null;
}

/**
 * Whether the member $1 is among those whom another one keeps links with: by the strength of the two, and by the last
 * of those in the node of the other, where that one keeps as many as it may.
 */
const isKeptAt = (strength: string) =>
  `(${strength} > node.weakest_strength OR ${strength} = node.weakest_strength AND $1 <= node.weakest_id)`;

/** Whether the account of the member $1 is gone. */
const IS_ERASED = 'NOT EXISTS (SELECT 1 FROM users WHERE users.id = $1)';

/** Ends of the links of the member $1, wherever in the row they stand. */
const fromMember = (column: string) => `least($1::uuid, ${column})`;
const toMember = (column: string) => `greatest($1::uuid, ${column})`;

/** The links that are given as $2. */
const LINKS = `SELECT "otherId" AS other_id, "sharedTags" AS shared_tags, kept, "keptByOther" AS kept_by_other
   FROM jsonb_to_recordset($2::jsonb) AS given ("otherId" uuid, "sharedTags" text[], kept boolean, "keptByOther" boolean)`;

/** Every query on members' tags and links; each in the transaction of its caller, who holds what it is about. */
@Injectable()
export class ConstellationRepository {
  /**
   * The commit does not wait for the disk: what a power cut takes back, it takes back together with the row of the
   * outbox that is gone in the same transaction, and the work is done once more. And statements keep their plans: made
   * anew for each member, these take longer than the rest.
   */
  async begin(manager: EntityManager): Promise<void> {
    await prepared(
      manager,
      'begin',
      `SELECT set_config('synchronous_commit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
      [],
    );
  }

  /**
   * The member; undefined where the account is gone. It cannot go, nor take another name, before the transaction ends.
   */
  async holdMember(
    manager: EntityManager,
    userId: string,
  ): Promise<(NodeRow & { is_public: boolean }) | undefined> {
    const rows = await prepared<NodeRow & { is_public: boolean }>(
      manager,
      'member held',
      'SELECT id, username, display_name, is_public FROM users WHERE id = $1 FOR KEY SHARE',
      [userId],
    );
    return rows[0];
  }

  /** What those who watch know the member as. */
  async node(manager: EntityManager, userId: string): Promise<NodeRow | undefined> {
    const rows = await prepared<NodeRow>(
      manager,
      'node',
      'SELECT user_id AS id, username, display_name FROM constellation_nodes WHERE user_id = $1',
      [userId],
    );
    return rows[0];
  }

  async saveNode(manager: EntityManager, node: NodeRow): Promise<void> {
    await prepared(
      manager,
      'save node',
      `INSERT INTO constellation_nodes (user_id, username, display_name) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET username = excluded.username, display_name = excluded.display_name`,
      [node.id, node.username, node.display_name],
    );
  }

  /** The member's tags go too. */
  async removeNode(manager: EntityManager, userId: string): Promise<void> {
    await prepared(manager, 'remove node', 'DELETE FROM constellation_nodes WHERE user_id = $1', [userId]);
  }

  async tagsNamed(manager: EntityManager, names: readonly string[]): Promise<TagRow[]> {
    return prepared(manager, 'tags named', 'SELECT id, name FROM tags WHERE name = ANY($1)', [names]);
  }

  /** The ids of the tags that the member is known to show. */
  async shownTagIds(manager: EntityManager, userId: string): Promise<string[]> {
    const rows = await prepared<{ tag_id: string }>(
      manager,
      'shown tags',
      'SELECT tag_id FROM user_tags WHERE user_id = $1',
      [userId],
    );
    return rows.map((row) => row.tag_id);
  }

  async saveShownTags(
    manager: EntityManager,
    userId: string,
    { added, removed }: ShownChange,
  ): Promise<void> {
    if (removed.length > 0) {
      await prepared(
        manager,
        'remove shown tags',
        'DELETE FROM user_tags WHERE user_id = $1 AND tag_id = ANY($2::uuid[])',
        [userId, removed],
      );
    }
    if (added.length > 0) {
      await prepared(
        manager,
        'add shown tags',
        'INSERT INTO user_tags (user_id, tag_id) SELECT $1, unnest($2::uuid[])',
        [userId, added],
      );
    }
  }

  /**
   * All others whose link with the member is to be looked at: those whom the member keeps links with or did, and those
   * who share a tag that the member shows newly, or no more. Which links somebody else keeps follows from what both
   * show, so that only the latter may keep others than they did: those of whom the member was one and is none any
   * more, or the other way round, or was the last one and has moved.
   *
   * Looking at the nodes of others is the most work of all, so that it is left out where the answer is known. Whoever
   * did not keep the member keeps them even less with fewer tags; only of an erased account it is not known, since its
   * links went with it. And whoever shares nothing with the member but one new tag, which more members with ids before
   * the member's show than anyone keeps links with, has as many links that come first: ties go by id.
   *
   * Nodes and tags of some are asked for by lists of ids: an index is gone through once for all of them.
   * @param change what the member shows newly, as it stands already, or no more
   */
  async pairs(manager: EntityManager, userId: string, change: ShownChange): Promise<PairRow[]> {
    return prepared(
      manager,
      'pairs',
      `WITH counting AS MATERIALIZED (
         SELECT tags.id, tags.name FROM user_tags JOIN tags ON tags.id = tag_id AND NOT tags.is_hub WHERE user_id = $1
       ), near AS MATERIALIZED (
         SELECT theirs.user_id AS other_id, count(*)::integer AS strength
           FROM counting JOIN user_tags theirs ON theirs.tag_id = counting.id AND theirs.user_id <> $1
          GROUP BY theirs.user_id
       ), strongest AS MATERIALIZED (
         SELECT other_id, true AS kept FROM near ORDER BY strength DESC, other_id LIMIT ${LINKS_KEPT}
       ), turned AS MATERIALIZED (
         SELECT tags.id, given.by,
                given.by > 0 AND (
                  SELECT count(*) FROM (
                    SELECT FROM user_tags WHERE tag_id = tags.id AND user_id < $1 LIMIT ${LINKS_KEPT + 1}
                  ) AS earlier
                ) <= ${LINKS_KEPT} AS is_among_first
           FROM (SELECT unnest($2::uuid[]) AS id, 1 AS by UNION ALL SELECT unnest($3::uuid[]), -1) AS given
           JOIN tags ON tags.id = given.id AND NOT tags.is_hub
       ), touched AS MATERIALIZED (
         SELECT theirs.user_id AS other_id, sum(by)::integer AS by, bool_or(is_among_first) AS is_among_first
           FROM turned JOIN user_tags theirs ON theirs.tag_id = turned.id AND theirs.user_id <> $1
          GROUP BY theirs.user_id
       ), concerned AS MATERIALIZED (
         SELECT other_id FROM strongest UNION ALL SELECT other_id FROM touched
       ), stored AS (
         SELECT to_user_id AS other_id, strength, shared_tags, kept_by_from AS kept, kept_by_to AS kept_by_other
           FROM connections
          WHERE from_user_id = $1 AND (kept_by_from OR to_user_id IN (SELECT other_id FROM concerned))
          UNION ALL
         SELECT from_user_id, strength, shared_tags, kept_by_to, kept_by_from
           FROM connections
          WHERE to_user_id = $1 AND (kept_by_to OR from_user_id IN (SELECT other_id FROM concerned))
       ), judged AS MATERIALIZED (
         SELECT other_id, near.strength, touched.by, strongest.kept IS TRUE AS kept,
                stored.strength AS stored_strength, stored.shared_tags AS stored_tags,
                stored.kept AS was_kept, stored.kept_by_other,
                touched.by > 0 OR touched.by IS NOT NULL AND (stored.kept_by_other IS TRUE OR ${IS_ERASED}) AS is_asked
           FROM stored FULL JOIN strongest USING (other_id) FULL JOIN touched USING (other_id)
           LEFT JOIN near USING (other_id)
          WHERE strongest.kept OR stored.kept IS NOT NULL
             OR touched.is_among_first OR near.strength > 1 OR ${IS_ERASED}
       ), nodes AS (
         SELECT user_id AS other_id, weakest_strength, weakest_id FROM constellation_nodes
          WHERE user_id = ANY (ARRAY(SELECT other_id FROM judged WHERE is_asked))
       ), shared AS (
         SELECT theirs.user_id AS other_id, array_agg(counting.name ORDER BY counting.name COLLATE "C") AS tags
           FROM user_tags theirs JOIN counting ON counting.id = theirs.tag_id
          WHERE theirs.user_id = ANY (ARRAY(SELECT other_id FROM judged WHERE strength > 0 AND (kept OR kept_by_other)))
          GROUP BY theirs.user_id
       ), answered AS (
         SELECT other_id, strength, kept, stored_strength, stored_tags, was_kept, kept_by_other,
                shared.tags AS shared_tags,
                node.other_id IS NOT NULL
                  AND CASE WHEN node.weakest_strength IS NULL THEN strength IS NOT NULL AND strength = by
                           WHEN node.weakest_id = $1 THEN by <> 0
                           ELSE ${isKeptAt('coalesce(strength, 0)')} <> ${isKeptAt('coalesce(strength, 0) - by')}
                       END AS resettle
           FROM judged LEFT JOIN nodes node USING (other_id) LEFT JOIN shared USING (other_id)
       )
       SELECT * FROM answered WHERE kept OR stored_strength IS NOT NULL OR resettle
        ORDER BY strength DESC NULLS LAST, other_id`,
      [userId, change.added, change.removed],
    );
  }

  /** Keeps up which link of a member is the last that is kept; null where there is room for more. */
  async saveWeakest(manager: EntityManager, userId: string, weakest: WeakestLink | null): Promise<void> {
    await prepared(
      manager,
      'save weakest',
      `UPDATE constellation_nodes SET weakest_strength = $2, weakest_id = $3
        WHERE user_id = $1 AND (weakest_strength, weakest_id) IS DISTINCT FROM ($2::integer, $3::uuid)`,
      [userId, weakest?.strength ?? null, weakest?.otherId ?? null],
    );
  }

  /** An account that is going just now is waited for, and left out. */
  async insertLinks(manager: EntityManager, userId: string, links: readonly LinkRow[]): Promise<void> {
    if (links.length === 0) return;
    await prepared(
      manager,
      'insert links',
      `INSERT INTO connections (from_user_id, to_user_id, strength, shared_tags, kept_by_from, kept_by_to)
       SELECT ${fromMember('users.id')}, ${toMember('users.id')}, cardinality(link.shared_tags), link.shared_tags,
              CASE WHEN $1 < users.id THEN link.kept ELSE link.kept_by_other END,
              CASE WHEN $1 < users.id THEN link.kept_by_other ELSE link.kept END
         FROM (${LINKS}) AS link JOIN users ON users.id = link.other_id ORDER BY users.id FOR KEY SHARE OF users`,
      [userId, JSON.stringify(links)],
    );
  }

  async updateLinks(manager: EntityManager, userId: string, links: readonly LinkRow[]): Promise<void> {
    if (links.length === 0) return;
    await prepared(
      manager,
      'update links',
      `UPDATE connections SET strength = cardinality(link.shared_tags), shared_tags = link.shared_tags,
              kept_by_from = CASE WHEN $1 < link.other_id THEN link.kept ELSE link.kept_by_other END,
              kept_by_to = CASE WHEN $1 < link.other_id THEN link.kept_by_other ELSE link.kept END
         FROM (${LINKS}) AS link
        WHERE from_user_id = ${fromMember('link.other_id')} AND to_user_id = ${toMember('link.other_id')}`,
      [userId, JSON.stringify(links)],
    );
  }

  async removeLinks(manager: EntityManager, userId: string, otherIds: readonly string[]): Promise<void> {
    if (otherIds.length === 0) return;
    await prepared(
      manager,
      'remove links',
      `WITH first_end AS (DELETE FROM connections WHERE from_user_id = $1 AND to_user_id = ANY($2::uuid[]))
       DELETE FROM connections WHERE to_user_id = $1 AND from_user_id = ANY($2::uuid[])`,
      [userId, otherIds],
    );
  }

  /** How the member's node stands just now; undefined where there is none, null where it is not to be shown. */
  async nodeNow(manager: EntityManager, userId: string): Promise<NodeRow | null | undefined> {
    const rows = await prepared<NodeRow & { is_public: boolean | null }>(
      manager,
      'node now',
      `SELECT node.user_id AS id, node.username, node.display_name, users.is_public
         FROM constellation_nodes node LEFT JOIN users ON users.id = node.user_id WHERE node.user_id = $1`,
      [userId],
    );
    const row = rows[0];
    return row && (row.is_public ? row : null);
  }

  /** How the links between the member and some others stand just now, of those where both are public. */
  async linksNow(manager: EntityManager, userId: string, otherIds: readonly string[]): Promise<LinkNow[]> {
    return prepared(
      manager,
      'links now',
      `SELECT other.id AS other_id, shared_tags
         FROM users other JOIN users own ON own.id = $1 AND own.is_public
         LEFT JOIN connections
           ON from_user_id = ${fromMember('other.id')} AND to_user_id = ${toMember('other.id')}
        WHERE other.id = ANY($2::uuid[]) AND other.is_public ORDER BY other.id`,
      [userId, otherIds],
    );
  }
}
