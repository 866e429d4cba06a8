import { Injectable } from '@nestjs/common';
import { readableBy } from '@oniverse/data';
import { DataSource } from 'typeorm';
import { readersRoomOf, readersRoomsOf } from '../../shared/index.js';

export interface ChannelReaders {
  /** The room of the members who may read the channel. */
  room: string;
  /** Whether everybody may read it. */
  isOpen: boolean;
}

@Injectable()
export class Memberships {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the rooms of the members' servers, private channels and open conversations, by member. */
  async roomsByMember(
    userIds: readonly string[],
    openChannelIds: readonly string[],
  ): Promise<Map<string, string[]>> {
    const rows: { user_id: string; rooms: string[] }[] = await this.dataSource.query(
      `SELECT member.id AS user_id, ARRAY(${readersRoomsOf('member.id', '$2::uuid[]')}) AS rooms
         FROM unnest($1::uuid[]) AS member (id)`,
      [[...new Set(userIds)], openChannelIds],
    );
    return new Map(rows.map(({ user_id, rooms }) => [user_id, rooms]));
  }

  /** Returns who may read the given channels and threads, without channels that do not exist. */
  async readersByChannel(channelIds: readonly string[]): Promise<Map<string, ChannelReaders>> {
    if (channelIds.length === 0) return new Map();
    const rows: { id: string; room: string; is_open: boolean }[] = await this.dataSource.query(
      `SELECT c.id, ${readersRoomOf('c', 'parent')} AS room, ${readableBy('c.id', 'NULL::uuid')} AS is_open
         FROM channels c LEFT JOIN channels parent ON parent.id = c.parent_id WHERE c.id = ANY($1)`,
      [[...new Set(channelIds)]],
    );
    return new Map(rows.map((row) => [row.id, { room: row.room, isOpen: row.is_open }]));
  }
}
