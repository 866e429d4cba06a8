import { Injectable } from '@nestjs/common';
import type { AttentionLevel, AttentionView } from '@oniverse/contracts';
import { followableBy } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

const PLACE = 'server.id AS "serverId", server.name AS "serverName", server.is_public AS "isPublic"';

/** Queries on what members want to hear of. Rows of former members do not count. */
@Injectable()
export class AttentionRepository {
  constructor(private readonly dataSource: DataSource) {}

  async listServers(userId: string): Promise<AttentionView['servers']> {
    return this.dataSource.query(
      `SELECT ${PLACE}, own.level FROM server_attention own
         JOIN server_members member ON member.server_id = own.server_id AND member.user_id = own.user_id
         JOIN servers server ON server.id = own.server_id
        WHERE own.user_id = $1 ORDER BY server.name, server.id`,
      [userId],
    );
  }

  async listChannels(userId: string): Promise<AttentionView['channels']> {
    return this.dataSource.query(
      `SELECT ${PLACE}, channel.id AS "channelId", channel.name AS "channelName", own.level
         FROM channel_attention own
         JOIN channels channel ON channel.id = own.channel_id
        CROSS JOIN LATERAL channel_member(channel.id, $1) member
         JOIN servers server ON server.id = member.server_id
        WHERE own.user_id = $1 ORDER BY server.name, server.id, channel.name, channel.id`,
      [userId],
    );
  }

  /** Stores the level of a server, while the user is a member. The row lock on the membership blocks its end. */
  async setServerLevel(userId: string, serverId: string, level: AttentionLevel): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO server_attention (user_id, server_id, level)
       SELECT user_id, server_id, $3 FROM server_members WHERE user_id = $1 AND server_id = $2 FOR KEY SHARE
       ON CONFLICT (user_id, server_id) DO UPDATE SET level = excluded.level`,
      [userId, serverId, level],
    );
  }

  async deleteServerLevel(userId: string, serverId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM server_attention WHERE user_id = $1 AND server_id = $2', [
      userId,
      serverId,
    ]);
  }

  /** Like {@link setServerLevel}, for a channel. */
  async setChannelLevel(
    manager: EntityManager,
    userId: string,
    channelId: string,
    level: AttentionLevel,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO channel_attention (user_id, channel_id, level)
       SELECT $1, channel.id, $3 FROM channels channel
        WHERE channel.id = $2 AND ${followableBy('channel.id', '$1')} AND (
          EXISTS (SELECT FROM server_members member
                   WHERE member.server_id = channel.server_id AND member.user_id = $1 FOR KEY SHARE)
          OR EXISTS (SELECT FROM conversation_members member
                      WHERE member.channel_id = channel.id AND member.user_id = $1 FOR KEY SHARE))
          FOR KEY SHARE OF channel
       ON CONFLICT (user_id, channel_id) DO UPDATE SET level = excluded.level`,
      [userId, channelId, level],
    );
  }

  async deleteChannelLevel(manager: EntityManager, userId: string, channelId: string): Promise<void> {
    await manager.query('DELETE FROM channel_attention WHERE user_id = $1 AND channel_id = $2', [
      userId,
      channelId,
    ]);
  }

  async hasChannelLevel(manager: EntityManager, userId: string, channelId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'SELECT FROM channel_attention WHERE user_id = $1 AND channel_id = $2',
      [userId, channelId],
    );
    return rows.length > 0;
  }
}
