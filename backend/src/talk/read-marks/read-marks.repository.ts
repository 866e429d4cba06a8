import { Injectable } from '@nestjs/common';
import { followableBy, hiddenBy, serverOfChannel } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

export interface MovedMark {
  /** Null for a conversation. */
  server_id: string | null;
  channel_id: string;
  seq: number;
  /** Whether entries of the night log were read with any of these marks. */
  has_read_entries: boolean;
}

/**
 * Moves marks forward, and marks the entries about the messages as read. A reminder stays unread, because its message was read before.
 * @param channels a query of the columns `user_id`, `channel_id` and `seq` that locks the channels against deletion
 */
const advanceTo = (channels: string): string => `
  WITH moved AS (
    INSERT INTO channel_reads AS mark (user_id, channel_id, read_seq) ${channels}
    ON CONFLICT (user_id, channel_id) DO UPDATE SET read_seq = excluded.read_seq
     WHERE mark.read_seq < excluded.read_seq
    RETURNING user_id, channel_id, read_seq
  ), entries AS (
    UPDATE notifications entry SET read_at = now() FROM moved
     WHERE entry.recipient_id = moved.user_id AND entry.channel_id = moved.channel_id
       AND coalesce(entry.seq, entry.message_seq) <= moved.read_seq AND entry.read_at IS NULL
       AND entry.kind <> 'reminder'
    RETURNING entry.id
  )
  SELECT ${serverOfChannel('channel')} AS server_id, moved.channel_id, moved.read_seq AS seq, EXISTS (SELECT FROM entries) AS has_read_entries
    FROM moved JOIN channels channel ON channel.id = moved.channel_id`;

@Injectable()
export class ReadMarksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Moves the mark forward of a member of the channel's server. The row lock on the channel blocks its deletion. */
  async advance(userId: string, channelId: string, seq: number): Promise<MovedMark[]> {
    return this.dataSource.query(
      advanceTo(`
        SELECT member.user_id, channel.id, least($3, channel.last_seq)
          FROM channels channel CROSS JOIN LATERAL channel_member(channel.id, $1) member
         WHERE channel.id = $2 FOR KEY SHARE OF channel`),
      [userId, channelId, seq],
    );
  }

  /** Moves the marks of all channels that the member reads and followed threads of joined servers, or of one server, to their ends. */
  async advanceAll(manager: EntityManager, userId: string, serverId: string | null): Promise<MovedMark[]> {
    return manager.query(
      advanceTo(`
        SELECT $1::uuid, channel.id, channel.last_seq
          FROM (SELECT channel.id FROM server_members membership JOIN channels channel ON channel.server_id = membership.server_id
                 WHERE membership.user_id = $1 AND ($2::uuid IS NULL OR membership.server_id = $2)
                 UNION ALL
                SELECT channel_id FROM thread_follows WHERE user_id = $1 AND ($2::uuid IS NULL OR server_id = $2)) own
          JOIN channels channel ON channel.id = own.id AND channel.last_seq > 0
         WHERE ${followableBy('channel.id', '$1')}
         ORDER BY channel.id FOR KEY SHARE OF channel`),
      [userId, serverId],
    );
  }

  /** Returns the other members of a conversation who show how far they have read, if the member shows it. */
  async listSeenAudience(userId: string, channelId: string): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT their.id FROM users me
         JOIN conversation_members peer ON peer.channel_id = $2 AND peer.user_id <> me.id AND peer.state = 'joined'
         JOIN users their ON their.id = peer.user_id AND their.shows_seen_marks
        WHERE me.id = $1 AND me.shows_seen_marks`,
      [userId, channelId],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the next messages of a channel that mention the user, ascending, without those of hidden members. */
  async listMentions(
    userId: string,
    channelId: string,
    after: number,
    limit: number,
  ): Promise<{ seq: number }[]> {
    return this.dataSource.query(
      `SELECT seq FROM mentions named WHERE user_id = $1 AND channel_id = $2 AND seq > $3
          AND NOT EXISTS (SELECT FROM messages hidden
                           WHERE hidden.channel_id = named.channel_id AND hidden.seq = named.seq
                             AND hidden.user_id = ANY (${hiddenBy('$1')}))
        ORDER BY seq LIMIT $4`,
      [userId, channelId, after, limit],
    );
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }
}
