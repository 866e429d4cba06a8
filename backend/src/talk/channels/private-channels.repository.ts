import { Injectable } from '@nestjs/common';
import type { ColumnsOf, NamedMemberView } from '@oniverse/contracts';
import { ChannelGrant } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns } from '../../shared/index.js';

/** What a private channel names: a member or a group, with its column. */
export type Named = { column: 'user_id' | 'group_id'; id: string };

/** Ids sort by time. */
export type NamedMemberRow = ColumnsOf<NamedMemberView> & { id: string };

/** Queries on those who read private channels. Callers must lock the server's row before a change. */
@Injectable()
export class PrivateChannelsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** Returns a page of the members that a channel names, newest first, plus one more row if there is a next page. */
  async listMembers(
    channelId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<NamedMemberRow[]> {
    return this.dataSource.query(
      `SELECT named.id, named.user_id, ${authorColumns('u')}, named.added_at
         FROM channel_grants named JOIN users u ON u.id = named.user_id
        WHERE named.channel_id = $1 AND named.user_id IS NOT NULL AND ($2::uuid IS NULL OR named.id < $2)
        ORDER BY named.id DESC LIMIT $3`,
      [channelId, cursor ?? null, limit + 1],
    );
  }

  /** Counts up to one more than `limit`. */
  async countMembers(manager: EntityManager, channelId: string, limit: number): Promise<number> {
    const rows: { count: number }[] = await manager.query(
      `SELECT count(*)::integer AS count FROM (
         SELECT FROM channel_grants WHERE channel_id = $1 AND user_id IS NOT NULL LIMIT $2 + 1) counted`,
      [channelId, limit],
    );
    return rows[0]?.count ?? 0;
  }

  /** Returns the Oni ID of a member of the server, or the name of one of its groups. */
  async findName(
    manager: EntityManager,
    serverId: string,
    { column, id }: Named,
  ): Promise<string | undefined> {
    const rows: { name: string }[] = await manager.query(
      column === 'group_id'
        ? 'SELECT name FROM member_groups WHERE server_id = $1 AND id = $2'
        : 'SELECT u.username AS name FROM server_members m JOIN users u ON u.id = m.user_id WHERE m.server_id = $1 AND m.user_id = $2',
      [serverId, id],
    );
    return rows[0]?.name;
  }

  async isNamed(manager: EntityManager, channelId: string, { column, id }: Named): Promise<boolean> {
    return manager
      .getRepository(ChannelGrant)
      .existsBy({ channelId, ...(column === 'group_id' ? { groupId: id } : { userId: id }) });
  }

  async add(
    manager: EntityManager,
    channel: { id: string; serverId: string },
    { column, id }: Named,
  ): Promise<void> {
    await manager.query(`INSERT INTO channel_grants (channel_id, server_id, ${column}) VALUES ($1, $2, $3)`, [
      channel.id,
      channel.serverId,
      id,
    ]);
  }

  /** Locks the channel first, so that a concurrent message is stored before or refused. */
  async remove(manager: EntityManager, channelId: string, { column, id }: Named): Promise<void> {
    await manager.query('SELECT FROM channels WHERE id = $1 FOR SHARE', [channelId]);
    await manager.query(`DELETE FROM channel_grants WHERE channel_id = $1 AND ${column} = $2`, [
      channelId,
      id,
    ]);
  }
}
