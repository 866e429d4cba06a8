import { Injectable } from '@nestjs/common';
import {
  APPLICATION_LIMITS,
  type OwnApplication,
  type RowOf,
  type ServerRole,
  type SharedServer,
  sharedServerSchema,
} from '@oniverse/contracts';
import { columnsOf, followableBy, listedChannelOf, opensToVisitors, Server } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import {
  authorColumns,
  type AuthorRow,
  concealedFrom,
  isoTime,
  likePattern,
  memberSeenBy,
  NEXT_UPDATED_AT,
  requireRow,
  standingColumns,
  type StandingRow,
} from '../../shared/index.js';
import { detachLargeChannels } from './detach-channels.js';
import type { FormerRetention } from './former-retention.js';
import { UNREAD_OF_CHANNEL } from '../read-marks/unread.js';

export type SharedServerRow = RowOf<SharedServer>;

export interface ServerRow extends SharedServerRow, StandingRow {
  unread_count: number;
  mention_count: number;
  application: OwnApplication | null;
}

export type ServerFields = Pick<Server, 'name' | 'description'>;
export type ServerUpdate = Partial<
  ServerFields &
    Pick<Server, 'questions' | 'hasLinkPreviews' | 'messageDays' | 'archivedAt'> &
    FormerRetention
>;

export interface OwnershipTransfer {
  serverId: string;
  userId: string;
}

export interface MemberRoleRow extends AuthorRow {
  server_id: string;
  user_id: string;
  role: ServerRole;
  concealed_from: string[];
}

export interface PublicServersPage extends Pick<PageQueryDto, 'limit' | 'cursor'> {
  /** A part of the name or description, case-insensitive. */
  q?: string;
}

export interface TaggedServerRow {
  id: string;
  name: string;
  member_count: number;
  channel_count: number;
  is_member: boolean;
}

const SHARED_COLUMNS = columnsOf(sharedServerSchema.entries, 's');
/** The application of a reader who is not a member, as JSON that its schema describes. */
const APPLICATION = `(SELECT jsonb_build_object('state', own.state, 'word', own.word,
      'createdAt', ${isoTime('own.created_at')},
      'againAt', ${isoTime(`(own.decided_at + interval '${APPLICATION_LIMITS.againHours} hours')`)})
   FROM applications own WHERE own.server_id = s.id AND own.user_id = $1 AND m.id IS NULL)`;
/**
 * The owner stays unknown across a block, and to those who may not read the server. The last of two columns with the same name
 * counts.
 */
const COLUMNS = `${SHARED_COLUMNS}, ${standingColumns('$1')},
  CASE WHEN (m.id IS NOT NULL OR ${opensToVisitors('s')}) AND ${memberSeenBy('s.owner_id', 's.id', '$1')}
    THEN s.owner_id END AS "ownerId",
  ${APPLICATION} AS application,
  coalesce(unread.unread_count, 0)::integer AS unread_count,
  (coalesce(unread.mention_count, 0) + coalesce(followed.unread_count, 0))::integer AS mention_count`;
/** Adds the unread messages of followed threads to the mentions. LIMIT 1 forces a lookup by key for each thread. */
const UNREAD = `LEFT JOIN LATERAL (
    SELECT sum(of_channel.unread_count) AS unread_count, sum(of_channel.mention_count) AS mention_count
      FROM channels channel ${UNREAD_OF_CHANNEL} WHERE channel.server_id = s.id AND NOT of_channel.is_muted AND ${listedChannelOf('channel', '$1')}
  ) unread ON m.id IS NOT NULL
  LEFT JOIN LATERAL (
    SELECT sum(of_channel.unread_count) AS unread_count
      FROM thread_follows follow
     CROSS JOIN LATERAL (SELECT * FROM channels WHERE id = follow.channel_id LIMIT 1) channel ${UNREAD_OF_CHANNEL}
     WHERE follow.user_id = $1 AND follow.server_id = s.id AND channel.last_seq > of_channel.read_seq AND NOT of_channel.is_muted
       AND ${followableBy('channel.id', '$1')}
  ) followed ON m.id IS NOT NULL`;

/** The searched text of a server. Must equal the expression of `servers_public_text_idx`. */
const SEARCH_TEXT = `casefold((name || E'\\n' || coalesce(description, '')) COLLATE "pg_unicode_fast")`;

@Injectable()
export class ServersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the member's servers and the public servers with the most members, newest first. */
  async listOwnAndLargest(userId: string, largest: number): Promise<ServerRow[]> {
    // LIMIT 1 forces a lookup by key. A plain join may scan all servers for a few hundred rows.
    return this.dataSource.query(
      `WITH shown AS (
         SELECT server_id AS id FROM server_members WHERE user_id = $1
         UNION
         (SELECT id FROM servers WHERE is_public ORDER BY member_count DESC, id DESC LIMIT $2)
       )
       SELECT ${COLUMNS} FROM shown CROSS JOIN LATERAL (SELECT * FROM servers WHERE id = shown.id LIMIT 1) s
         LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $1 ${UNREAD}
        ORDER BY s.id DESC`,
      [userId, largest],
    );
  }

  /**
   * Returns public servers by number of members, with one more row than `limit` if another page follows. The cursor is
   * a server; the page begins after its current position.
   */
  async listPublic(userId: string, { limit, cursor, q }: PublicServersPage): Promise<ServerRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM (
         SELECT * FROM servers
          WHERE is_public
            AND ($2::uuid IS NULL OR (member_count, id) < ((SELECT member_count FROM servers WHERE id = $2), $2))
            AND ($4::text IS NULL OR ${SEARCH_TEXT} LIKE casefold($4 COLLATE "pg_unicode_fast"))
          ORDER BY member_count DESC, id DESC LIMIT $3
       ) s LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $1 ${UNREAD}
        ORDER BY s.member_count DESC, s.id DESC`,
      [userId, cursor ?? null, limit + 1, q === undefined ? null : likePattern(q)],
    );
  }

  /** Returns the largest public servers whose texts have the tag as a word, with or without its `#`. */
  async listTagged(userId: string, tag: string, limit: number): Promise<TaggedServerRow[]> {
    return this.dataSource.query(
      `SELECT s.id, s.name, s.member_count, s.is_member, (SELECT count(*)::integer FROM channels WHERE server_id = s.id AND NOT is_private) AS channel_count
         FROM (SELECT id, name, member_count,
                      EXISTS (SELECT FROM server_members m WHERE m.server_id = servers.id AND m.user_id = $1) AS is_member
                 FROM servers
                WHERE is_public AND ${SEARCH_TEXT} LIKE casefold($2 COLLATE "pg_unicode_fast")
                  AND ${SEARCH_TEXT} ~ casefold($3 COLLATE "pg_unicode_fast")
                ORDER BY member_count DESC, id DESC LIMIT $4) s
        ORDER BY s.member_count DESC, s.id DESC`,
      [userId, likePattern(tag), `(?<![[:alnum:]_-])${tag}(?![[:alnum:]_-])`, limit],
    );
  }

  async find(manager: EntityManager, userId: string, serverId: string): Promise<ServerRow | undefined> {
    const rows: ServerRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM servers s
         LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $1 ${UNREAD}
        WHERE s.id = $2`,
      [userId, serverId],
    );
    return rows[0];
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Inserts a private server with a default channel and the owner's membership. Returns its id. */
  async insert(
    manager: EntityManager,
    ownerId: string,
    { name, description }: ServerFields,
    channelName: string,
  ): Promise<string> {
    const rows: { id: string }[] = await manager.query(
      `WITH server AS (
         INSERT INTO servers (owner_id, name, description, is_public, member_count)
         VALUES ($1, $2, $3, false, 1) RETURNING id
       ), channel AS (
         INSERT INTO channels (server_id, name, is_default) SELECT id, $4, true FROM server RETURNING id
       ), owner AS (
         INSERT INTO server_members (server_id, user_id, role) SELECT id, $1, 'owner' FROM server
       ), mark AS (
         INSERT INTO channel_reads (user_id, channel_id, read_seq) SELECT $1, id, 0 FROM channel
       )
       SELECT id FROM server`,
      [ownerId, name, description, channelName],
    );
    return requireRow(rows[0]).id;
  }

  async update(manager: EntityManager, id: string, fields: ServerUpdate): Promise<void> {
    await manager.getRepository(Server).update({ id }, { ...fields, updatedAt: () => NEXT_UPDATED_AT });
  }

  /** Deletes servers with everything in them; the worker deletes many messages. Returns the ids of their channels and threads by server. */
  async delete(manager: EntityManager, ids: readonly string[]): Promise<Map<string, string[]>> {
    const rows: { server_id: string; ids: string[] }[] = await manager.query(
      `SELECT server_id, array_agg(id) AS ids FROM (
         SELECT server_id, id FROM channels WHERE server_id = ANY($1)
          UNION ALL
         SELECT channel.server_id, thread.id FROM channels channel JOIN channels thread ON thread.parent_id = channel.id
          WHERE channel.server_id = ANY($1)
       ) deleted GROUP BY server_id`,
      [ids],
    );
    await detachLargeChannels(
      manager,
      rows.flatMap((row) => row.ids),
    );
    await manager.query('DELETE FROM servers WHERE id = ANY($1)', [ids]);
    return new Map(rows.map((row) => [row.server_id, row.ids]));
  }

  /** Transfers each server to its new owner, whose time-out ends. The former owner becomes a moderator. */
  async transferOwnership(manager: EntityManager, transfers: readonly OwnershipTransfer[]): Promise<void> {
    const columns = [transfers.map(({ serverId }) => serverId), transfers.map(({ userId }) => userId)];
    // Former owners first, because a server has at most one owner at any time.
    await manager.query(
      `UPDATE server_members SET role = 'moderator' WHERE server_id = ANY($1) AND role = 'owner'`,
      [columns[0]],
    );
    await manager.query(
      `WITH transfer AS (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS transfer (server_id, user_id)),
            ended AS (DELETE FROM time_outs USING transfer
                       WHERE time_outs.server_id = transfer.server_id AND time_outs.user_id = transfer.user_id)
       UPDATE server_members member SET role = 'owner' FROM transfer
        WHERE member.server_id = transfer.server_id AND member.user_id = transfer.user_id`,
      columns,
    );
    await manager.query(
      `UPDATE servers server SET owner_id = transfer.user_id, updated_at = ${NEXT_UPDATED_AT}
         FROM unnest($1::uuid[], $2::uuid[]) AS transfer (server_id, user_id) WHERE server.id = transfer.server_id`,
      columns,
    );
  }

  async memberRoles(
    manager: EntityManager,
    serverIds: readonly string[],
    userIds: readonly string[],
  ): Promise<MemberRoleRow[]> {
    return manager.query(
      `SELECT member.server_id, member.user_id, member.role, ${authorColumns('u')},
              ${concealedFrom('member.server_id', 'member.user_id')} AS concealed_from
         FROM server_members member JOIN users u ON u.id = member.user_id
        WHERE member.server_id = ANY($1) AND member.user_id = ANY($2)`,
      [serverIds, userIds],
    );
  }

  /** Locks a member's row until the end of the transaction, as `MemberChanges` does. */
  async lockMember(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  }

  async hasMember(manager: EntityManager, serverId: string, userId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'SELECT 1 FROM server_members WHERE server_id = $1 AND user_id = $2',
      [serverId, userId],
    );
    return rows.length > 0;
  }

  /** Locks a public server until the end of the transaction. @returns it; undefined if there is none */
  async lockPublic(manager: EntityManager, id: string): Promise<SharedServerRow | undefined> {
    const rows: SharedServerRow[] = await manager.query(
      `SELECT ${SHARED_COLUMNS} FROM servers s WHERE s.id = $1 AND s.is_public FOR NO KEY UPDATE`,
      [id],
    );
    return rows[0];
  }

  /** Locks a server until the end of the transaction. @returns its owner @throws ProblemError `not_found` */
  async requireOwner(manager: EntityManager, id: string): Promise<string> {
    const rows: { owner_id: string }[] = await manager.query(
      'SELECT owner_id FROM servers WHERE id = $1 FOR NO KEY UPDATE',
      [id],
    );
    return requireRow(rows[0]).owner_id;
  }

  /** Locks all servers that a member owns or is in, until the end of the transaction. @returns their ids */
  async lockServersOf(manager: EntityManager, userId: string): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `SELECT id FROM servers
        WHERE id IN (SELECT id FROM servers WHERE owner_id = $1 UNION SELECT server_id FROM server_members WHERE user_id = $1)
        ORDER BY id FOR NO KEY UPDATE`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  async ownedServerIds(manager: EntityManager, userId: string): Promise<string[]> {
    const rows: { id: string }[] = await manager.query('SELECT id FROM servers WHERE owner_id = $1', [
      userId,
    ]);
    return rows.map(({ id }) => id);
  }

  /** Returns a new owner for each server with other members: the oldest moderator, else the oldest member. */
  async findSuccessors(
    manager: EntityManager,
    serverIds: readonly string[],
    userId: string,
  ): Promise<OwnershipTransfer[]> {
    const rows: { server_id: string; user_id: string }[] = await manager.query(
      `SELECT server.id AS server_id, next.user_id FROM unnest($1::uuid[]) AS server (id)
        CROSS JOIN LATERAL (
          SELECT user_id FROM server_members
           WHERE server_id = server.id AND user_id <> $2
           ORDER BY role = 'moderator' DESC, joined_at, id LIMIT 1
        ) next`,
      [serverIds, userId],
    );
    return rows.map((row) => ({ serverId: row.server_id, userId: row.user_id }));
  }

  /** Removes a member from all servers and deletes the member's invites. */
  async removeFromAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `WITH gone AS (DELETE FROM server_members WHERE user_id = $1 RETURNING server_id),
            revoked AS (DELETE FROM invites WHERE created_by = $1)
       UPDATE servers SET member_count = member_count - 1, updated_at = ${NEXT_UPDATED_AT}
        WHERE id IN (SELECT server_id FROM gone)`,
      [userId],
    );
  }

  async listShared(manager: EntityManager, ids: readonly string[]): Promise<SharedServerRow[]> {
    return manager.query(`SELECT ${SHARED_COLUMNS} FROM servers s WHERE s.id = ANY($1)`, [ids]);
  }
}
