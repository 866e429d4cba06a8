import { Injectable } from '@nestjs/common';
import { opensToVisitors, serverOfChannel } from '@oniverse/data';
import { DataSource } from 'typeorm';

export interface ChannelLocation {
  serverId: string;
  /** Whether those who have not joined the server may read it. */
  isOpen: boolean;
}

@Injectable()
export class Memberships {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the server ids by member, without members who are in no server. */
  async serverIdsByMember(userIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows: { user_id: string; server_ids: string[] }[] = await this.dataSource.query(
      'SELECT user_id, array_agg(server_id) AS server_ids FROM server_members WHERE user_id = ANY($1) GROUP BY user_id',
      [[...new Set(userIds)]],
    );
    return new Map(rows.map(({ user_id, server_ids }) => [user_id, server_ids]));
  }

  /** Returns the servers of the given channels, without channels that do not exist. */
  async channelLocations(channelIds: readonly string[]): Promise<Map<string, ChannelLocation>> {
    if (channelIds.length === 0) return new Map();
    const rows: { id: string; server_id: string; is_open: boolean }[] = await this.dataSource.query(
      `SELECT c.id, s.id AS server_id, ${opensToVisitors('s')} AS is_open FROM channels c JOIN servers s ON s.id = ${serverOfChannel('c')}
        WHERE c.id = ANY($1)`,
      [[...new Set(channelIds)]],
    );
    return new Map(rows.map((row) => [row.id, { serverId: row.server_id, isOpen: row.is_open }]));
  }
}
