import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UNREAD_OF_CHANNEL } from '../read-marks/unread.js';

/** A channel's row, with what one member has not read of it. */
export interface ChannelRow {
  id: string;
  server_id: string;
  name: string;
  description: string | null;
  is_default: boolean;
  last_seq: number;
  created_at: Date;
  updated_at: Date;
  is_member: boolean;
  read_seq: number;
  unread_count: number;
  mention_count: number;
}

/** Every query on channels, but for those that number messages. */
@Injectable()
export class ChannelsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The default one first, then in the order in which they were made; as a member sees them, or a reader. */
  async ofServer(userId: string, serverId: string): Promise<ChannelRow[]> {
    return this.dataSource.query(
      `SELECT channel.id, channel.server_id, channel.name, channel.description, channel.is_default, channel.last_seq,
              channel.created_at, channel.updated_at, member.id IS NOT NULL AS is_member, of_channel.read_seq,
              of_channel.unread_count::integer, of_channel.mention_count::integer
         FROM channels channel
         LEFT JOIN server_members member ON member.server_id = channel.server_id AND member.user_id = $1
         ${UNREAD_OF_CHANNEL}
        WHERE channel.server_id = $2
        ORDER BY channel.is_default DESC, channel.id`,
      [userId, serverId],
    );
  }
}
