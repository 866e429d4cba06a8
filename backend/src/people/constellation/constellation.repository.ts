import { Injectable } from '@nestjs/common';
import type { ConstellationTotals } from '@oniverse/contracts';
import { listedFor } from '@oniverse/data';
import { DataSource } from 'typeorm';

export interface NodeRow {
  id: string;
  username: string;
  display_name: string | null;
  is_public: boolean;
}

export interface LinkRow {
  from_user_id: string;
  to_user_id: string;
  strength: number;
  shared_tags: string[];
}

/** The best connected members are found in a sample of the strongest links, so that the cost is bounded. */
const SAMPLED_LINKS = 20_000;
/**
 * If fewer links have more than one shared tag, the sample also contains links with one tag, of the members with the
 * lowest ids: among equally strong links, those to lower ids are kept.
 */
const SAMPLED_MEMBERS = 500;
const SAMPLED_LINKS_PER_MEMBER = 100;

/** The search for a path looks at this many links of this many members at a time, in each direction. */
const PATH_STEP = { links: 10_000, members: 500 } as const;

const COLUMNS = 'u.id, u.username, u.display_name, u.is_public';

/** SQL condition for a member with links. A private reader has none, although lists show them to themselves. */
const linkedFor = (reader: string): string => `u.is_public AND ${listedFor('u', reader)}`;

/** Selects the other ends of a member's links. A union, so that each half uses the index of its column. */
const linksOf = (member: string): string =>
  `SELECT to_user_id AS id, strength FROM connections WHERE from_user_id = ${member}
   UNION ALL SELECT from_user_id, strength FROM connections WHERE to_user_id = ${member}`;

@Injectable()
export class ConstellationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the caller and the members with the lowest ids. */
  async callerAndFirst(callerId: string, limit: number): Promise<NodeRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM users u WHERE u.id = $1
       UNION
       (SELECT ${COLUMNS} FROM users u WHERE ${linkedFor('$1')} ORDER BY u.id LIMIT $2)
       ORDER BY id`,
      [callerId, limit],
    );
  }

  async totals(): Promise<ConstellationTotals> {
    const rows: ConstellationTotals[] = await this.dataSource.query(
      `SELECT (SELECT count(*) FROM users WHERE is_public)::integer AS nodes,
              (SELECT count(*) FROM connections)::integer AS links`,
    );
    return rows[0] ?? { nodes: 0, links: 0 };
  }

  /**
   * Returns a member and the members one or two links away, by distance, then strength, as far as they are listed for the
   * reader. Paths lead through public members only, and a private member has no neighbourhood. Links are sorted before
   * their members are joined, so that at most `limit` members are looked up.
   */
  async neighbourhood(readerId: string, centerId: string, limit: number): Promise<NodeRow[]> {
    return this.dataSource.query(
      `WITH center AS (SELECT ${COLUMNS} FROM users u WHERE u.id = $1 AND ${linkedFor('$3')}),
       near AS (
         SELECT ${COLUMNS}, linked.strength
           FROM (SELECT link.id, link.strength
                   FROM center CROSS JOIN LATERAL (${linksOf('center.id')}) link
                  ORDER BY link.strength DESC, link.id) linked
           JOIN users u ON u.id = linked.id AND ${linkedFor('$3')}
          ORDER BY linked.strength DESC, linked.id LIMIT $2),
       far AS (
         SELECT ${COLUMNS}, reached.strength
           FROM (SELECT link.id, max(link.strength) AS strength
                   FROM near CROSS JOIN LATERAL (${linksOf('near.id')}) link
                  WHERE (SELECT count(*) FROM near) < $2
                    AND link.id <> $1 AND link.id NOT IN (SELECT id FROM near)
                  GROUP BY link.id ORDER BY strength DESC, link.id) reached
           JOIN users u ON u.id = reached.id AND ${linkedFor('$3')}
          ORDER BY reached.strength DESC, reached.id LIMIT $2)
       SELECT id, username, display_name, is_public FROM (
         SELECT 0 AS step, center.*, 0 AS strength FROM center
         UNION ALL SELECT 1, near.* FROM near
         UNION ALL SELECT 2, far.* FROM far) reached
        ORDER BY step, strength DESC, id LIMIT $2`,
      [centerId, limit, readerId],
    );
  }

  /**
   * Returns members listed for the reader by number of strong links. Obsolete links that await deletion affect only the
   * order.
   */
  async bestConnected(readerId: string, limit: number): Promise<NodeRow[]> {
    return this.dataSource.query(
      `WITH strong AS MATERIALIZED (
         SELECT from_user_id, to_user_id FROM connections
          WHERE strength > 1 ORDER BY strength DESC, id DESC LIMIT $2)
       SELECT ${COLUMNS}
         FROM (SELECT ends.id, count(*) AS links
                 FROM (SELECT * FROM strong
                        UNION ALL
                       (SELECT link.*
                          FROM (SELECT id FROM users WHERE (SELECT count(*) FROM strong) < $2 ORDER BY id LIMIT $3) early
                         CROSS JOIN LATERAL (
                           SELECT from_user_id, to_user_id FROM connections
                            WHERE from_user_id = early.id AND strength = 1 ORDER BY to_user_id LIMIT $4) link)) strongest
                CROSS JOIN LATERAL (VALUES (from_user_id), (to_user_id)) ends (id)
                GROUP BY ends.id ORDER BY links DESC, ends.id) connected
         JOIN users u ON u.id = connected.id AND ${linkedFor('$5')}
        ORDER BY connected.links DESC, connected.id LIMIT $1`,
      [limit, SAMPLED_LINKS, SAMPLED_MEMBERS, SAMPLED_LINKS_PER_MEMBER, readerId],
    );
  }

  /** Returns the ids of members that have links, by lower-case Oni ID, present or former. */
  async linkedIds(readerId: string, usernames: readonly string[]): Promise<Map<string, string>> {
    const rows: { id: string; username: string }[] = await this.dataSource.query(
      `SELECT u.id, given.username FROM unnest($2::text[]) AS given (username)
         JOIN users u ON u.id = member_named(given.username) AND ${linkedFor('$1')}`,
      [readerId, usernames],
    );
    return new Map(rows.map(({ id, username }) => [username, id]));
  }

  /**
   * Returns the members one link away from any of `members`, each with the nearer end of its strongest link, strongest
   * first. Looks at a bounded number of members and links, so some may be missing in a dense network.
   */
  async membersOneLinkAway(
    readerId: string,
    members: readonly string[],
  ): Promise<{ id: string; near_id: string }[]> {
    const near = members.slice(0, PATH_STEP.members);
    return this.dataSource.query(
      `SELECT reached.id, reached.near_id
         FROM (SELECT DISTINCT ON (link.id) link.id, near.id AS near_id, link.strength
                 FROM unnest($2::uuid[]) WITH ORDINALITY near (id, n)
                CROSS JOIN LATERAL (
                  (SELECT to_user_id AS id, strength FROM connections WHERE from_user_id = near.id LIMIT $3)
                  UNION ALL
                  (SELECT from_user_id, strength FROM connections WHERE to_user_id = near.id LIMIT $3)) link
                ORDER BY link.id, link.strength DESC, near.n) reached
         JOIN users u ON u.id = reached.id AND ${linkedFor('$1')}
        ORDER BY reached.strength DESC, reached.id`,
      [readerId, near, Math.ceil(PATH_STEP.links / near.length)],
    );
  }

  async linkedMembers(readerId: string, ids: readonly string[]): Promise<NodeRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM users u WHERE u.id = ANY($2) AND ${linkedFor('$1')}`,
      [readerId, ids],
    );
  }

  /** Returns links between the members, strongest first. If not all fit, links of `central` members take precedence. */
  async linksBetween(
    userIds: readonly string[],
    central: readonly string[],
    limit: number,
  ): Promise<LinkRow[]> {
    return this.dataSource.query(
      `WITH chosen AS (
         SELECT * FROM (
           SELECT 0 AS priority, link.* FROM connections link
            WHERE from_user_id = ANY($2) AND to_user_id = ANY($1)
           UNION ALL
           SELECT 0, link.* FROM connections link
            WHERE to_user_id = ANY($2) AND from_user_id = ANY($1) AND NOT from_user_id = ANY($2)
           UNION ALL
           (SELECT 1, link.* FROM connections link
             WHERE from_user_id = ANY($1) AND to_user_id = ANY($1)
               AND NOT from_user_id = ANY($2) AND NOT to_user_id = ANY($2)
             ORDER BY strength DESC, id DESC LIMIT $3)) links
          ORDER BY priority, strength DESC, id DESC LIMIT $3)
       SELECT from_user_id, to_user_id, strength, shared_tags FROM chosen ORDER BY strength DESC, id DESC`,
      [userIds, central, limit],
    );
  }
}
