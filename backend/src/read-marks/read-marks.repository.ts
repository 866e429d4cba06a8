import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class ReadMarksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Moves the mark forward if the user may write in the channel. The row lock on the channel blocks its deletion. */
  async advance(userId: string, channelId: string, seq: number): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO channel_reads AS mark (user_id, channel_id, read_seq)
       SELECT writer.user_id, channel.id, least($3, channel.last_seq)
         FROM channels channel CROSS JOIN LATERAL channel_writer(channel.id, $1) writer
        WHERE channel.id = $2
          FOR KEY SHARE OF channel
       ON CONFLICT (user_id, channel_id) DO UPDATE SET read_seq = excluded.read_seq
        WHERE mark.read_seq < excluded.read_seq`,
      [userId, channelId, seq],
    );
  }
}
