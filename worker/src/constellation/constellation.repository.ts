import { Injectable } from '@nestjs/common';
import { queryPrepared } from '@oniverse/data';
import type { EntityManager } from 'typeorm';
import { ALL_PAIRS } from './pairs/all-pairs.js';
import { FORMER_KEEPERS } from './pairs/former-keepers.js';
import { PAIRS_OF_FEWER_TAGS } from './pairs/pairs-of-fewer-tags.js';
import { NEW_KEEPERS, PAIRS_OF_MORE_TAGS } from './pairs/pairs-of-more-tags.js';
import { FROM_FIRST_END, FROM_OTHER_END } from './pairs/parts.js';

/** A member as the constellation shows one. */
export interface NodeRow {
  id: string;
  username: string;
  display_name: string | null;
}

/** A tag that is there. */
export interface TagRow {
  id: string;
  name: string;
  /** Whether so many members show it that it connects nobody. */
  is_hub: boolean;
}

/** How a member stands to another one, and how the row of their link stood before. */
export interface PairRow {
  other_id: string;
  /** How many tags that count they share. */
  strength: number;
  /** Null where no row is wanted for them. */
  shared_tags: string[] | null;
  /** Whether the other is among the member's strongest. */
  kept: boolean;
  is_stored: boolean;
  /** Both are null where there was no row. */
  was_kept: boolean | null;
  kept_by_other: boolean | null;
  /** Whether a row is wanted with other tags than there are, or where there was none. */
  is_other: boolean;
  /** Whether which links the other keeps is other than it was. */
  resettle: boolean;
  /** Whether that is yet to be found out: of very many others at once it would take too long. */
  is_asked_later: boolean;
}

/** A link of a member who is no node any more. */
export type FormerLink = Pick<PairRow, 'other_id' | 'kept_by_other'>;

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

/** Ends of the links of the member $1, wherever in the row they stand. */
const fromMember = (column: string) => `least($1::uuid, ${column})`;
const toMember = (column: string) => `greatest($1::uuid, ${column})`;

/** Whether the member $1 shares no tag that counts with another one. */
const sharesNothingWith = (other: string) => `NOT EXISTS (
  SELECT FROM user_tags mine JOIN tags ON tags.id = mine.tag_id AND NOT tags.is_hub
    JOIN user_tags theirs ON theirs.tag_id = mine.tag_id AND theirs.user_id = ${other}
   WHERE mine.user_id = $1)`;

/** The links that are given as {@link linkParameters}: an array cannot be of arrays of different lengths. */
const LINKS = `SELECT other_id, string_to_array(tags, ' ') AS shared_tags, kept, kept_by_other
   FROM unnest($2::uuid[], $3::text[], $4::boolean[], $5::boolean[]) AS given (other_id, tags, kept, kept_by_other)`;

const linkParameters = (links: readonly LinkRow[]): unknown[] => [
  links.map(({ otherId }) => otherId),
  links.map(({ sharedTags }) => sharedTags.join(' ')),
  links.map(({ kept }) => kept),
  links.map(({ keptByOther }) => keptByOther),
];

/** Every query on members' tags and links; each in the transaction of its caller, who holds what it is about. */
@Injectable()
export class ConstellationRepository {
  /**
   * The commit does not wait for the disk: what a power cut takes back, it takes back together with the row of the
   * outbox that is gone in the same transaction, and the work is done once more. And statements keep their plans: made
   * anew for each member, these take longer than the rest. They are plans for long tables, however short these are when
   * they are made.
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

  /**
   * The member; undefined where the account is gone. It cannot go, nor take another name, before the transaction ends.
   */
  async holdMember(
    manager: EntityManager,
    userId: string,
  ): Promise<(NodeRow & { is_public: boolean }) | undefined> {
    const rows = await queryPrepared<NodeRow & { is_public: boolean }>(
      manager,
      'member held',
      'SELECT id, username, display_name, is_public FROM users WHERE id = $1 FOR KEY SHARE',
      [userId],
    );
    return rows[0];
  }

  /** What those who watch know the member as. */
  async node(manager: EntityManager, userId: string): Promise<NodeRow | undefined> {
    const rows = await queryPrepared<NodeRow>(
      manager,
      'node',
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

  /** The member's tags go too. */
  async removeNode(manager: EntityManager, userId: string): Promise<void> {
    await queryPrepared(manager, 'remove node', 'DELETE FROM constellation_nodes WHERE user_id = $1', [
      userId,
    ]);
  }

  async tagsNamed(manager: EntityManager, names: readonly string[]): Promise<TagRow[]> {
    return queryPrepared(manager, 'tags named', 'SELECT id, name, is_hub FROM tags WHERE name = ANY($1)', [
      names,
    ]);
  }

  /** The ids of the tags that the member is known to show. */
  async shownTagIds(manager: EntityManager, userId: string): Promise<string[]> {
    const rows = await queryPrepared<{ tag_id: string }>(
      manager,
      'shown tags',
      'SELECT tag_id FROM user_tags WHERE user_id = $1',
      [userId],
    );
    return rows.map((row) => row.tag_id);
  }

  async tagsOf(manager: EntityManager, ids: readonly string[]): Promise<TagRow[]> {
    if (ids.length === 0) return [];
    return queryPrepared(manager, 'tags', 'SELECT id, name, is_hub FROM tags WHERE id = ANY($1::uuid[])', [
      ids,
    ]);
  }

  async addShownTags(manager: EntityManager, userId: string, tagIds: readonly string[]): Promise<void> {
    await queryPrepared(
      manager,
      'add shown tags',
      'INSERT INTO user_tags (user_id, tag_id) SELECT $1, unnest($2::uuid[])',
      [userId, tagIds],
    );
  }

  async removeShownTags(manager: EntityManager, userId: string, tagIds: readonly string[]): Promise<void> {
    await queryPrepared(
      manager,
      'remove shown tags',
      'DELETE FROM user_tags WHERE user_id = $1 AND tag_id = ANY($2::uuid[])',
      [userId, tagIds],
    );
  }

  /**
   * All others whose link with the member is to be looked at, once the member shows some tags newly.
   * @param tagIds which the member is known to show already; all of them count
   */
  async pairsOfMoreTags(
    manager: EntityManager,
    userId: string,
    tagIds: readonly string[],
  ): Promise<PairRow[]> {
    return queryPrepared(manager, 'pairs of more tags', PAIRS_OF_MORE_TAGS, [userId, tagIds]);
  }

  /**
   * The same, once the member shows some tags no more.
   * @param names of tags that the member is known to show no more
   */
  async pairsOfFewerTags(
    manager: EntityManager,
    userId: string,
    names: readonly string[],
  ): Promise<PairRow[]> {
    return queryPrepared(manager, 'pairs of fewer tags', PAIRS_OF_FEWER_TAGS, [userId, names]);
  }

  /** All links that the member keeps or is to keep, whatever has become of others meanwhile. */
  async allPairs(manager: EntityManager, userId: string): Promise<PairRow[]> {
    return queryPrepared(manager, 'all pairs', ALL_PAIRS, [userId]);
  }

  /** Of others who share tags with the member newly, those who come to keep a link with the member. */
  async newKeepers(manager: EntityManager, userId: string, userIds: readonly string[]): Promise<string[]> {
    const rows = await queryPrepared<{ other_id: string }>(manager, 'new keepers', NEW_KEEPERS, [
      userId,
      userIds,
    ]);
    return rows.map((row) => row.other_id);
  }

  /** Every link of a member. */
  async linksOf(manager: EntityManager, userId: string): Promise<FormerLink[]> {
    return queryPrepared(
      manager,
      'links of member',
      `SELECT other_id, kept_by_other FROM (
         SELECT ${FROM_FIRST_END} FROM connections WHERE from_user_id = $1
          UNION ALL
         SELECT ${FROM_OTHER_END} FROM connections WHERE to_user_id = $1
       ) AS links`,
      [userId],
    );
  }

  /** Of a member whose account and links are gone, who shows no tags any more: who else kept a link. */
  async formerKeepers(manager: EntityManager, userId: string, tagIds: readonly string[]): Promise<string[]> {
    const rows = await queryPrepared<{ other_id: string }>(manager, 'former keepers', FORMER_KEEPERS, [
      userId,
      tagIds,
    ]);
    return rows.map((row) => row.other_id);
  }

  /** Keeps up which link of a member is the last that is kept; null where there is room for more. */
  async saveWeakest(manager: EntityManager, userId: string, weakest: WeakestLink | null): Promise<void> {
    await queryPrepared(
      manager,
      'save weakest',
      `UPDATE constellation_nodes SET weakest_strength = $2, weakest_id = $3
        WHERE user_id = $1 AND (weakest_strength, weakest_id) IS DISTINCT FROM ($2::integer, $3::uuid)`,
      [userId, weakest?.strength ?? null, weakest?.otherId ?? null],
    );
  }

  /** Of an account that is going just now nobody waits: its own job takes its links away, as soon as it is gone. */
  async insertLinks(manager: EntityManager, userId: string, links: readonly LinkRow[]): Promise<void> {
    if (links.length === 0) return;
    await queryPrepared(
      manager,
      'insert links',
      `INSERT INTO connections (from_user_id, to_user_id, strength, shared_tags, kept_by_from, kept_by_to)
       SELECT ${fromMember('other_id')}, ${toMember('other_id')}, cardinality(shared_tags), shared_tags,
              CASE WHEN $1 < other_id THEN kept ELSE kept_by_other END,
              CASE WHEN $1 < other_id THEN kept_by_other ELSE kept END
         FROM (${LINKS}) AS link`,
      [userId, ...linkParameters(links)],
    );
  }

  async updateLinks(manager: EntityManager, userId: string, links: readonly LinkRow[]): Promise<void> {
    if (links.length === 0) return;
    await queryPrepared(
      manager,
      'update links',
      `UPDATE connections SET strength = cardinality(link.shared_tags), shared_tags = link.shared_tags,
              kept_by_from = CASE WHEN $1 < link.other_id THEN link.kept ELSE link.kept_by_other END,
              kept_by_to = CASE WHEN $1 < link.other_id THEN link.kept_by_other ELSE link.kept END
         FROM (${LINKS}) AS link
        WHERE from_user_id = ${fromMember('link.other_id')} AND to_user_id = ${toMember('link.other_id')}`,
      [userId, ...linkParameters(links)],
    );
  }

  async removeLinks(manager: EntityManager, userId: string, otherIds: readonly string[]): Promise<void> {
    if (otherIds.length === 0) return;
    await queryPrepared(
      manager,
      'remove links',
      `WITH first_end AS (DELETE FROM connections WHERE from_user_id = $1 AND to_user_id = ANY($2::uuid[]))
       DELETE FROM connections WHERE to_user_id = $1 AND from_user_id = ANY($3::uuid[])`,
      [
        userId,
        otherIds.filter((otherId) => userId < otherId),
        otherIds.filter((otherId) => otherId < userId),
      ],
    );
  }

  /**
   * Takes away links of the member with some others who alone keep them, where the two share no tag that counts.
   * @returns the others' ids, of links that were there
   */
  async removeLostLinks(
    manager: EntityManager,
    userId: string,
    otherIds: readonly string[],
  ): Promise<string[]> {
    const rows = await queryPrepared<{ other_id: string }>(
      manager,
      'remove lost links',
      `WITH first_end AS (
         DELETE FROM connections WHERE from_user_id = $1 AND to_user_id = ANY($2::uuid[]) AND NOT kept_by_from
            AND ${sharesNothingWith('connections.to_user_id')} RETURNING to_user_id AS other_id
       ), other_end AS (
         DELETE FROM connections WHERE to_user_id = $1 AND from_user_id = ANY($2::uuid[]) AND NOT kept_by_to
            AND ${sharesNothingWith('connections.from_user_id')} RETURNING from_user_id
       )
       SELECT other_id FROM first_end UNION ALL SELECT from_user_id FROM other_end`,
      [userId, otherIds],
    );
    return rows.map((row) => row.other_id);
  }

  /** How the member's node stands just now; undefined where there is none, null where it is not to be shown. */
  async nodeNow(manager: EntityManager, userId: string): Promise<NodeRow | null | undefined> {
    const rows = await queryPrepared<NodeRow & { is_public: boolean | null }>(
      manager,
      'node now',
      `SELECT node.user_id AS id, node.username, node.display_name, users.is_public
         FROM constellation_nodes node LEFT JOIN users ON users.id = node.user_id WHERE node.user_id = $1`,
      [userId],
    );
    const row = rows[0];
    return row && (row.is_public ? row : null);
  }

  /** Of these members, those who are public just now. */
  async publicNow(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const rows = await queryPrepared<{ id: string }>(
      manager,
      'public now',
      'SELECT id FROM users WHERE id = ANY($1::uuid[]) AND is_public',
      [userIds],
    );
    return rows.map(({ id }) => id);
  }
}
