import { Inject, Injectable } from '@nestjs/common';
import {
  CATEGORY_LIMITS,
  CONVERSATION_LIMITS,
  GAME_LIMITS,
  MAX_DRAFTS,
  MAX_PASSKEYS,
  PINS_PER_CHANNEL,
  QUOTA_MESSAGES,
  type QuotaName,
  RADIO,
  SCHEDULED_LIMITS,
} from '@oniverse/contracts';
import { CONFIG, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import type { BackendConfig } from '../../config.js';

/** Maximum numbers of stored items. Those of pictures are configurable. */
export const QUOTAS = {
  serversOwned: 50,
  channelsPerServer: 200,
  categoriesPerServer: CATEGORY_LIMITS.count,
  /** Active invites. */
  invitesPerServer: 100,
  pinsPerChannel: PINS_PER_CHANNEL,
  tracksPerRadio: RADIO.tracksPerChannel,
  /** This and all following quotas are per member. */
  blocks: 1_000,
  mutes: 1_000,
  boards: 200,
  bookmarks: 5_000,
  capsules: 500,
  posts: 20_000,
  repliesPerDay: 500,
  threadsPerDay: 200,
  conversationsPerDay: CONVERSATION_LIMITS.perDay,
  /** The SQL function `follow_thread` has the same number. */
  followedThreads: 1_000,
  profileArchives: 500,
  passkeys: MAX_PASSKEYS,
  pushSubscriptions: 10,
  reminders: 200,
  channelLevels: 1_000,
  drafts: MAX_DRAFTS,
  scheduledMessages: SCHEDULED_LIMITS.count,
  unfinishedGames: GAME_LIMITS.unfinished,
  tracksPerMember: RADIO.tracksPerMember,
} as const satisfies Partial<Record<QuotaName, number>>;

/** Rows of quotas that are small enough to count on each check. $1 is the member, the server or the channel. */
const COUNTED = {
  serversOwned: 'servers WHERE owner_id = $1',
  channelsPerServer: 'channels WHERE server_id = $1',
  categoriesPerServer: 'channel_categories WHERE server_id = $1',
  invitesPerServer:
    'invites WHERE server_id = $1 AND expires_at > now() AND (max_uses IS NULL OR uses < max_uses)',
  // The previous release leaves the pins of the messages that it deletes.
  pinsPerChannel:
    'pins JOIN messages USING (channel_id, seq) WHERE channel_id = $1 AND messages.deleted_at IS NULL',
  tracksPerRadio: 'radio_tracks WHERE channel_id = $1',
  blocks: 'blocks WHERE member_id = $1 AND is_own',
  mutes: 'mutes WHERE member_id = $1',
  boards: 'boards WHERE user_id = $1',
  bookmarks: 'bookmarks WHERE user_id = $1',
  capsules: 'capsules WHERE user_id = $1',
  profileArchives: 'profile_archives WHERE user_id = $1',
  // Deleted replies keep their place, so they count too.
  repliesPerDay: `post_replies WHERE user_id = $1 AND id > uuidv7('-1 day')`,
  threadsPerDay: `channels WHERE started_by = $1 AND parent_id IS NOT NULL AND id > uuidv7('-1 day')`,
  conversationsPerDay: `channels WHERE started_by = $1 AND parent_id IS NULL AND id > uuidv7('-1 day')`,
  followedThreads: 'thread_follows WHERE user_id = $1',
  passkeys: 'passkeys WHERE user_id = $1',
  pushSubscriptions: 'push_subscriptions WHERE user_id = $1',
  reminders: 'notifications WHERE recipient_id = $1 AND is_head AND remind_at IS NOT NULL',
  channelLevels: 'channel_attention WHERE user_id = $1',
  drafts: 'drafts WHERE user_id = $1',
  scheduledMessages: 'scheduled_messages WHERE user_id = $1',
  unfinishedGames: `game_players JOIN games ON games.channel_id = game_id WHERE user_id = $1 AND NOT is_out AND status <> 'over'`,
  tracksPerMember: 'radio_tracks WHERE user_id = $1',
} as const;

/** Check after locking the member, server or channel, in the creating transaction, so that two requests cannot both pass. */
@Injectable()
export class Quotas {
  constructor(@Inject(CONFIG) private readonly config: BackendConfig) {}

  /**
   * @param ownerId the member, the server or the channel
   * @param quota a lower one than usual
   * @throws ProblemError `quota_reached`
   */
  async requireCapacity(
    manager: EntityManager,
    name: keyof typeof COUNTED,
    ownerId: string,
    quota: number = QUOTAS[name],
  ): Promise<void> {
    const rows: { count: number }[] = await manager.query(
      `SELECT count(*)::integer AS count FROM (SELECT 1 FROM ${COUNTED[name]} LIMIT $2) AS counted`,
      [ownerId, quota],
    );
    requireBelow(name, rows[0]?.count ?? 0, quota);
  }

  /** @throws ProblemError `quota_reached` */
  async requireCapacityForPost(manager: EntityManager, userId: string): Promise<void> {
    const rows: { posts: number }[] = await manager.query(
      'SELECT posts FROM member_usage WHERE user_id = $1',
      [userId],
    );
    requireBelow('posts', rows[0]?.posts ?? 0, QUOTAS.posts);
  }

  /** @throws ProblemError `quota_reached` if the album has too many pictures or too many bytes */
  async requireCapacityForPicture(manager: EntityManager, userId: string, path: string): Promise<void> {
    const { pictures, bytes } = this.config.pictureQuota;
    const rows: { pictures: number | null; bytes: number; own_limit: number | null }[] = await manager.query(
      `SELECT usage.pictures, usage.picture_limit::float8 AS own_limit,
              (coalesce(usage.picture_bytes, 0) + coalesce(object.size, 0))::float8 AS bytes
         FROM objects object LEFT JOIN member_usage usage ON usage.user_id = $1 WHERE object.path = $2`,
      [userId, path],
    );
    requireBelow('pictures', rows[0]?.pictures ?? 0, pictures);
    requireBelow('pictureBytes', (rows[0]?.bytes ?? 0) - 1, rows[0]?.own_limit ?? bytes);
  }

  /** @param size of the new file, in bytes @throws ProblemError `quota_reached` if the files of messages have too many bytes */
  async requireCapacityForAttachment(manager: EntityManager, userId: string, size: number): Promise<void> {
    const rows: { bytes: number; own_limit: number | null }[] = await manager.query(
      `SELECT attachment_bytes::float8 AS bytes, attachment_limit::float8 AS own_limit FROM member_usage WHERE user_id = $1`,
      [userId],
    );
    const quota = rows[0]?.own_limit ?? this.config.attachmentBytes;
    requireBelow('attachmentBytes', (rows[0]?.bytes ?? 0) + size - 1, quota);
  }
}

function requireBelow(name: QuotaName, count: number, quota: number): void {
  if (count >= quota) throw new ProblemError('quota_reached', QUOTA_MESSAGES[name]({ quota }));
}
