import type { ChannelView, ColumnsOf } from '@oniverse/contracts';
import { Injectable } from '@nestjs/common';
import { Channel, readableBy } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import type { FormerRetention } from '../servers/former-retention.js';
import { detachLargeChannels } from '../servers/detach-channels.js';
import { UNREAD_OF_CHANNEL } from '../read-marks/unread.js';

export interface ChannelRow extends ColumnsOf<ChannelView> {
  is_member: boolean;
}

export type ChannelFields = Pick<Channel, 'name' | 'description'> &
  Partial<Pick<Channel, 'isLocked' | 'isPrivate' | 'slowModeSeconds' | 'messageDays' | 'fadeMinute'>>;

/** Selects {@link ChannelRow} for `$1`, whether or not that member has joined the server. Threads have no server of their own. */
const SELECT_CHANNELS = `
  SELECT channel.id, channel.server_id, channel.name, channel.description, channel.is_default, channel.last_seq,
         channel.created_at, channel.updated_at, member.id IS NOT NULL AS is_member, of_channel.read_seq,
         of_channel.unread_count::integer, of_channel.mention_count::integer, channel.is_locked, channel.is_private,
         channel.slow_mode_seconds, channel.message_days, channel.fade_minute, channel.former_message_days,
         channel.former_message_days_until, channel.moon_at IS NOT NULL AS opens_at_full_moon,
         EXISTS (SELECT FROM radios WHERE radios.channel_id = channel.id) AS has_radio,
         CASE WHEN category.id IS NOT NULL THEN jsonb_build_object('id', category.id, 'name', category.name) END AS category,
         CASE WHEN channel.slow_mode_seconds IS NOT NULL
              THEN (SELECT slow.until FROM slow_mode_of(channel.id, $1) slow WHERE slow.until > now()) END AS slow_mode_until
    FROM channels channel
    LEFT JOIN server_members member ON member.server_id = channel.server_id AND member.user_id = $1
    LEFT JOIN channel_categories category ON category.id = channel.category_id
    ${UNREAD_OF_CHANNEL}`;
/** Channels without a category first. Those that were not ordered come last, the default one first, then in order of creation. */
const BY_ORDER = `ORDER BY category.position NULLS FIRST, category.id, channel.position NULLS LAST, channel.is_default DESC, channel.id`;

/** `MessagesRepository` maintains `last_seq` and `last_rev`. */
@Injectable()
export class ChannelsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns the channels of a server that the member or visitor reads, in their order. */
  async listByServer(
    userId: string,
    serverId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ChannelRow[]> {
    return manager.query(
      `${SELECT_CHANNELS} WHERE channel.server_id = $2 AND ${readableBy('channel.id', '$1')} ${BY_ORDER}`,
      [userId, serverId],
    );
  }

  async find(manager: EntityManager, userId: string, channelId: string): Promise<ChannelRow | undefined> {
    const rows: ChannelRow[] = await manager.query(`${SELECT_CHANNELS} WHERE channel.id = $2`, [
      userId,
      channelId,
    ]);
    return rows[0];
  }

  /** Returns the server that lists a channel; undefined for a thread, and for those who may not read the channel. */
  async findServerId(
    manager: EntityManager,
    readerId: string,
    channelId: string,
  ): Promise<string | undefined> {
    const rows: { server_id: string }[] = await manager.query(
      `SELECT server_id FROM channels WHERE id = $1 AND server_id IS NOT NULL AND ${readableBy('channels.id', '$2')}`,
      [channelId, readerId],
    );
    return rows[0]?.server_id;
  }

  async insert(manager: EntityManager, serverId: string, fields: ChannelFields): Promise<string> {
    const { id } = await manager.getRepository(Channel).save({ serverId, ...fields });
    return id;
  }

  async update(
    manager: EntityManager,
    channelId: string,
    fields: Partial<ChannelFields & FormerRetention>,
  ): Promise<void> {
    await manager.getRepository(Channel).update({ id: channelId }, fields);
  }

  /**
   * Stores when members last wrote in a channel and its threads, for as long as its new slow mode lasts. After `update`, whose
   * lock keeps new messages waiting.
   */
  async startSlowMode(manager: EntityManager, channelId: string, seconds: number): Promise<void> {
    await manager.query(
      `INSERT INTO slow_mode_marks (channel_id, user_id, written_at)
       SELECT $1, message.user_id, max(message.created_at)
         FROM (SELECT $1::uuid AS id UNION ALL SELECT id FROM channels WHERE parent_id = $1) place
         JOIN messages message ON message.channel_id = place.id AND message.created_at > now() - make_interval(secs => $2)
        WHERE message.user_id IS NOT NULL
        GROUP BY message.user_id
       ON CONFLICT (channel_id, user_id) DO UPDATE SET written_at = excluded.written_at`,
      [channelId, seconds],
    );
  }

  /** Deletes a channel with everything in it; the worker deletes the messages of a large one. Returns the ids of its threads. */
  async delete(manager: EntityManager, channelId: string): Promise<string[]> {
    const threads: { id: string }[] = await manager.query('SELECT id FROM channels WHERE parent_id = $1', [
      channelId,
    ]);
    const threadIds = threads.map(({ id }) => id);
    if (!(await detachLargeChannels(manager, [channelId, ...threadIds])))
      await manager.getRepository(Channel).delete({ id: channelId });
    return threadIds;
  }
}
