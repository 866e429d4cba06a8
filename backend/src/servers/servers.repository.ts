import { Injectable } from '@nestjs/common';
import type { ServerRole } from '@oniverse/contracts';
import { Server } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { found } from '../queries/found.js';
import { UNREAD_OF_CHANNEL } from '../read-marks/unread.js';
import { LATER } from './later.js';

/** What of a server's row is the same for all who see it. */
export interface SharedServerRow {
  id: string;
  owner_id: string;
  name: string;
  description: string | null;
  is_public: boolean;
  member_count: number;
  created_at: Date;
  updated_at: Date;
}

/** A server's row with what one member is in it. */
export interface ServerRow extends SharedServerRow {
  role: ServerRole | null;
  unread_count: number;
  mention_count: number;
}

/** What an owner says of a server. */
export type ServerFields = Pick<Server, 'name' | 'description'>;

/** A server, and who owns it from now on: one of its members. */
export interface Handover {
  serverId: string;
  userId: string;
}

/** What a member is in a server, and how the member is shown. */
export interface ShownRoleRow {
  server_id: string;
  user_id: string;
  role: ServerRole;
  username: string;
  display_name: string | null;
  profile_image_url: string | null;
}

/** Where a channel is. */
export interface ChannelPlace {
  serverId: string;
  isPublic: boolean;
}

const SHARED_COLUMNS =
  's.id, s.owner_id, s.name, s.description, s.is_public, s.member_count, s.created_at, s.updated_at';
const COLUMNS = `${SHARED_COLUMNS}, m.role, coalesce(unread.unread_count, 0)::integer AS unread_count,
  coalesce(unread.mention_count, 0)::integer AS mention_count`;
/** What a member, the row `m`, has not read in a server; nothing for one who has not joined. */
const UNREAD = `LEFT JOIN LATERAL (
    SELECT sum(of_channel.unread_count) AS unread_count, sum(of_channel.mention_count) AS mention_count
      FROM channels channel ${UNREAD_OF_CHANNEL} WHERE channel.server_id = s.id
  ) unread ON m.id IS NOT NULL`;

/** Every query on servers and their members. */
@Injectable()
export class ServersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** All public ones and the member's own private ones, newest first. */
  async visibleTo(userId: string): Promise<ServerRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM servers s
         LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $1 ${UNREAD}
        WHERE s.is_public
       UNION ALL
       SELECT ${COLUMNS} FROM server_members m JOIN servers s ON s.id = m.server_id ${UNREAD}
        WHERE m.user_id = $1 AND NOT s.is_public
        ORDER BY id DESC`,
      [userId],
    );
  }

  /** The server, where the member may see it. */
  async findVisible(
    manager: EntityManager,
    userId: string,
    serverId: string,
  ): Promise<ServerRow | undefined> {
    const rows: ServerRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM servers s
         LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $1 ${UNREAD}
        WHERE s.id = $2 AND (s.is_public OR m.id IS NOT NULL)`,
      [userId, serverId],
    );
    return rows[0];
  }

  /** The ids of the servers that each of these is in; who is in none is left out. */
  async serverIdsOf(userIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows: { user_id: string; server_ids: string[] }[] = await this.dataSource.query(
      'SELECT user_id, array_agg(server_id) AS server_ids FROM server_members WHERE user_id = ANY($1) GROUP BY user_id',
      [userIds],
    );
    return new Map(rows.map(({ user_id, server_ids }) => [user_id, server_ids]));
  }

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }

  /** A private server with its default channel and its owner, who is in it. @returns its id */
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
    return found(rows[0]).id;
  }

  /** What is absent stays. */
  async update(manager: EntityManager, id: string, fields: Partial<ServerFields>): Promise<void> {
    await manager.getRepository(Server).update({ id }, { ...fields, updatedAt: () => LATER });
  }

  /** All that is in them goes too. @returns the ids of their channels */
  async delete(manager: EntityManager, ids: readonly string[]): Promise<Map<string, string[]>> {
    const rows: { server_id: string; ids: string[] }[] = await manager.query(
      'SELECT server_id, array_agg(id) AS ids FROM channels WHERE server_id = ANY($1) GROUP BY server_id',
      [ids],
    );
    await manager.query('DELETE FROM servers WHERE id = ANY($1)', [ids]);
    return new Map(rows.map((row) => [row.server_id, row.ids]));
  }

  /** Each server goes to its new owner; who owned it is a moderator from then on. */
  async handOver(manager: EntityManager, handovers: readonly Handover[]): Promise<void> {
    const given = [handovers.map(({ serverId }) => serverId), handovers.map(({ userId }) => userId)];
    // The old owners first: a server has one owner at every moment.
    await manager.query(
      `UPDATE server_members SET role = 'moderator' WHERE server_id = ANY($1) AND role = 'owner'`,
      [given[0]],
    );
    await manager.query(
      `UPDATE server_members member SET role = 'owner' FROM unnest($1::uuid[], $2::uuid[]) AS given (server_id, user_id)
        WHERE member.server_id = given.server_id AND member.user_id = given.user_id`,
      given,
    );
    await manager.query(
      `UPDATE servers server SET owner_id = given.user_id, updated_at = ${LATER}
         FROM unnest($1::uuid[], $2::uuid[]) AS given (server_id, user_id) WHERE server.id = given.server_id`,
      given,
    );
  }

  /** What some members are in servers, and how they are shown. */
  async rolesOf(
    manager: EntityManager,
    serverIds: readonly string[],
    userIds: readonly string[],
  ): Promise<ShownRoleRow[]> {
    return manager.query(
      `SELECT member.server_id, member.user_id, member.role, u.username, u.display_name, u.profile_image_url
         FROM server_members member JOIN users u ON u.id = member.user_id
        WHERE member.server_id = ANY($1) AND member.user_id = ANY($2)`,
      [serverIds, userIds],
    );
  }

  /** Whether a member is in a server. */
  async hasMember(manager: EntityManager, serverId: string, userId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'SELECT 1 FROM server_members WHERE server_id = $1 AND user_id = $2',
      [serverId, userId],
    );
    return rows.length > 0;
  }

  /**
   * Holds all servers that a member owns or is in, until the transaction ends.
   * @returns their ids
   */
  async holdAllOf(manager: EntityManager, userId: string): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `SELECT id FROM servers
        WHERE id IN (SELECT id FROM servers WHERE owner_id = $1 UNION SELECT server_id FROM server_members WHERE user_id = $1)
        ORDER BY id FOR NO KEY UPDATE`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  /** The ids of the servers that a member owns. */
  async ownedBy(manager: EntityManager, userId: string): Promise<string[]> {
    const rows: { id: string }[] = await manager.query('SELECT id FROM servers WHERE owner_id = $1', [
      userId,
    ]);
    return rows.map(({ id }) => id);
  }

  /** Who follows a member as the owner of servers: of each its oldest moderator, else its oldest member. */
  async successors(
    manager: EntityManager,
    serverIds: readonly string[],
    userId: string,
  ): Promise<Handover[]> {
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

  /** Takes a member out of all servers. */
  async removeFromAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `WITH gone AS (DELETE FROM server_members WHERE user_id = $1 RETURNING server_id)
       UPDATE servers SET member_count = member_count - 1, updated_at = ${LATER}
        WHERE id IN (SELECT server_id FROM gone)`,
      [userId],
    );
  }

  /** What of servers is the same for all who see them. */
  async shared(manager: EntityManager, ids: readonly string[]): Promise<SharedServerRow[]> {
    return manager.query(`SELECT ${SHARED_COLUMNS} FROM servers s WHERE s.id = ANY($1)`, [ids]);
  }

  /** Where channels are; those that are gone are left out. */
  async placesOf(channelIds: readonly string[]): Promise<Map<string, ChannelPlace>> {
    const rows: { id: string; server_id: string; is_public: boolean }[] = await this.dataSource.query(
      `SELECT c.id, c.server_id, s.is_public FROM channels c JOIN servers s ON s.id = c.server_id
        WHERE c.id = ANY($1)`,
      [channelIds],
    );
    return new Map(rows.map((row) => [row.id, { serverId: row.server_id, isPublic: row.is_public }]));
  }
}
