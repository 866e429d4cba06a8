import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Every query on read marks. */
@Injectable()
export class ReadMarksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Only of a member of the channel's server; of two at the same time the one further on stays. A channel that is being deleted is held off or gone. */
  async move(userId: string, channelId: string, seq: number): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO channel_reads AS mark (user_id, channel_id, read_seq)
       SELECT member.user_id, channel.id, least($3, channel.last_seq)
         FROM channels channel JOIN server_members member ON member.server_id = channel.server_id
        WHERE channel.id = $2 AND member.user_id = $1
          FOR KEY SHARE OF channel
       ON CONFLICT (user_id, channel_id) DO UPDATE SET read_seq = excluded.read_seq
        WHERE mark.read_seq < excluded.read_seq`,
      [userId, channelId, seq],
    );
  }
}
