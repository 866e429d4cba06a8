import { Injectable } from '@nestjs/common';
import { mapPushFields, may } from '@oniverse/contracts';
import {
  BOOKMARKED_THING,
  LEAST_ID,
  listedFor,
  namedFor,
  nameOfChannel,
  NOTIFICATION_VISIBLE,
  resultOf,
  serverOfChannel,
  User,
} from '@oniverse/data';
import { DataSource } from 'typeorm';
import { standingColumns, standingOf, type StandingRow } from '../../shared/index.js';
import type { ExportedText } from './readme.js';

export interface TextRow extends ExportedText {
  id: string;
}

export interface PictureRow {
  id: string;
  title: string | null;
  description: string | null;
  boardId: string | null;
  imageUrl: string;
  tags: string[];
  isPublic: boolean;
  width: number | null;
  height: number | null;
  contentType: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Names are null if the member can no longer see the server. */
export interface ChannelWithMessages {
  serverId: string;
  serverName: string | null;
  channelId: string;
  /** For a thread, that of its channel. */
  channelName: string | null;
  isThread: boolean;
}

export interface OwnMessage {
  id: string;
  seq: number;
  content: string;
  /** The `seq` of the message that it answers. */
  replyToSeq: number | null;
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
}

export interface OwnReaction {
  channelId: string;
  seq: number;
  emoji: string;
  createdAt: Date;
}

export interface CreatedInvite {
  serverId: string;
  serverName: string;
  maxUses: number | null;
  uses: number;
  createdAt: Date;
  expiresAt: Date;
}

/** Lists are ordered by `id`. */
type Entry = Record<string, unknown> & { id: string };

/** Page sizes for entries with long texts, for other entries and for tags. Each page of tags reads all content. */
const LONG_TEXT_PAGE = 20;
const PAGE = 500;
const TAG_PAGE = 10_000;

interface ListDefinition {
  /** Selects the exported columns for member $1 after id $2, ordered by `id`, limited to $3. */
  sql: string;
  pageSize: number;
}

/** The settings of pushes, as in the answers of the API. */
const PUSH_FIELDS = Object.entries(mapPushFields((kind) => `'${kind}' = ANY(push_kinds)`))
  .map(([field, value]) => `${value} AS "${field}"`)
  .join(', ');
const DATED = 'created_at AS "createdAt", updated_at AS "updatedAt"';
const POST = `id, title, content, markdown_content AS "markdownContent", tags, is_public AS "isPublic",
  is_archived AS "isArchived", ${DATED}`;
/** A list of members that member $1 made. The name is left out where the member may no longer know it. */
const chosenMembers = (table: 'blocks' | 'mutes', condition: string): ListDefinition => ({
  sql: `SELECT chosen.other_id AS id, other.username, chosen.created_at AS "createdAt"
          FROM ${table} chosen LEFT JOIN users other ON other.id = chosen.other_id AND ${namedFor('other', '$1')}
         WHERE chosen.member_id = $1 AND ${condition} AND chosen.other_id > $2 ORDER BY chosen.other_id LIMIT $3`,
  pageSize: PAGE,
});
const posts = (isArchived: boolean): ListDefinition => ({
  sql: `SELECT ${POST} FROM posts WHERE user_id = $1 AND is_archived = ${isArchived} AND id > $2 ORDER BY id LIMIT $3`,
  pageSize: LONG_TEXT_PAGE,
});

/** Exported lists by file name. */
export const DATA_LISTS = {
  posts: posts(false),
  'archived-posts': posts(true),
  // Only what the member may see now, as on their shelf.
  bookmarks: {
    sql: `SELECT kept.id, thing.kind, thing.subject, thing.title, kept.board_id AS "boardId",
                 kept.opened_at AS "openedAt", kept.created_at AS "createdAt"
            FROM bookmarks kept CROSS JOIN LATERAL (${BOOKMARKED_THING}) AS thing
           WHERE kept.user_id = $1 AND kept.id > $2 ORDER BY kept.id LIMIT $3`,
    pageSize: PAGE,
  },
  capsules: {
    sql: `SELECT id, name, description, tags, ${DATED} FROM capsules
           WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    pageSize: PAGE,
  },
  'profile-archives': {
    sql: `SELECT id, title, markdown_content AS "markdownContent", capsule_id AS "capsuleId", tags,
                 is_hidden AS "isHidden", is_shown_publicly AS "isShownPublicly", created_at AS "createdAt"
            FROM profile_archives WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    pageSize: LONG_TEXT_PAGE,
  },
  // Deleted replies have no content.
  replies: {
    sql: `SELECT id, post_id AS "postId", parent_id AS "parentId", content, created_at AS "createdAt",
                 deleted_at AS "deletedAt"
            FROM post_replies WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    pageSize: PAGE,
  },
  ripples: {
    sql: `SELECT post_id AS id, created_at AS "createdAt" FROM ripples
           WHERE user_id = $1 AND post_id > $2 ORDER BY post_id LIMIT $3`,
    pageSize: PAGE,
  },
  boards: {
    sql: `SELECT id, name, description, tags, is_public AS "isPublic", ${DATED} FROM boards
           WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    pageSize: PAGE,
  },
  memberships: {
    sql: `SELECT server.id, server.name, server.is_public AS "isPublic", member.role, member.joined_at AS "joinedAt"
            FROM server_members member JOIN servers server ON server.id = member.server_id
           WHERE member.user_id = $1 AND server.id > $2 ORDER BY server.id LIMIT $3`,
    pageSize: PAGE,
  },
  'read-marks': {
    sql: `SELECT channel_id AS id, read_seq AS "readSeq" FROM channel_reads
           WHERE user_id = $1 AND channel_id > $2 ORDER BY channel_id LIMIT $3`,
    pageSize: PAGE,
  },
  attention: {
    sql: `SELECT id, "serverId", "channelId", level FROM (
            SELECT server_id AS id, server_id AS "serverId", NULL::uuid AS "channelId", level
              FROM server_attention WHERE user_id = $1
             UNION ALL
            SELECT channel_id, channel.server_id, channel_id, level
              FROM channel_attention own JOIN channels channel ON channel.id = own.channel_id WHERE own.user_id = $1
          ) AS own WHERE id > $2 ORDER BY id LIMIT $3`,
    pageSize: PAGE,
  },
  drafts: {
    sql: `SELECT channel_id AS id, content, reply_to_seq AS "replyToSeq", updated_at AS "updatedAt" FROM drafts
           WHERE user_id = $1 AND channel_id > $2 ORDER BY channel_id LIMIT $3`,
    pageSize: PAGE,
  },
  'followed-threads': {
    sql: `SELECT channel_id AS id, created_at AS "createdAt" FROM thread_follows
           WHERE user_id = $1 AND channel_id > $2 ORDER BY channel_id LIMIT $3`,
    pageSize: PAGE,
  },
  'started-threads': {
    sql: `SELECT id, parent_message_id AS "messageId", created_at AS "createdAt" FROM channels
           WHERE started_by = $1 AND id > $2 ORDER BY id LIMIT $3`,
    pageSize: PAGE,
  },
  // The public id only, never the primary key, which is a hash of the credential.
  sessions: {
    sql: `SELECT public_id AS id, device, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
                 expires_at AS "expiresAt"
            FROM sessions WHERE user_id = $1 AND public_id > $2 ORDER BY public_id LIMIT $3`,
    pageSize: PAGE,
  },
  passkeys: {
    sql: `SELECT id, name, is_synced AS "isSynced", created_at AS "createdAt", last_used_at AS "lastUsedAt"
            FROM passkeys WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    pageSize: PAGE,
  },
  'account-activity': {
    sql: `SELECT id, kind, device, address, detail, created_at AS "createdAt" FROM account_activity
           WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    pageSize: PAGE,
  },
  notifications: {
    sql: `SELECT entry.id, entry.kind, actor.username AS "from", entry.post_id AS "postId", entry.reply_id AS "replyId",
                 entry.channel_id AS "channelId", coalesce(entry.seq, entry.message_seq) AS seq, entry.server_id AS "serverId",
                 entry.created_at AS "createdAt", entry.read_at AS "readAt"
            FROM notifications entry LEFT JOIN users actor ON actor.id = entry.actor_id
           WHERE entry.recipient_id = $1 AND entry.id > $2 AND ${NOTIFICATION_VISIBLE} ORDER BY entry.id LIMIT $3`,
    pageSize: PAGE,
  },
  blocks: chosenMembers('blocks', 'chosen.is_own'),
  mutes: chosenMembers('mutes', 'true'),
  reports: {
    sql: `SELECT report.id, thing.kind, thing.snapshot->>'title' AS title, report.reason, report.note,
                 ${resultOf('thing')} AS result, report.created_at AS "createdAt"
            FROM reports report JOIN cases thing ON thing.id = report.case_id
           WHERE report.reporter_id = $1 AND report.id > $2 ORDER BY report.id LIMIT $3`,
    pageSize: PAGE,
  },
  // Without who did it, which only the staff of the dimension see.
  removals: {
    sql: `SELECT server_id AS id, is_ban AS "isBan", removed_at AS "removedAt" FROM server_removals
           WHERE user_id = $1 AND server_id > $2 ORDER BY server_id LIMIT $3`,
    pageSize: PAGE,
  },
  'notification-settings': {
    sql: `SELECT user_id AS id, ${PUSH_FIELDS},
                 quiet_from AS "quietFrom", quiet_until AS "quietUntil", time_zone AS "timeZone",
                 is_content_pushed AS "isContentPushed", digest, digest_kinds AS "digestKinds"
            FROM notification_settings WHERE user_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3`,
    pageSize: PAGE,
  },
  // The host only: the whole address lets anyone send to the browser.
  'push-subscriptions': {
    sql: `SELECT session.public_id AS id, split_part(subscription.endpoint, '/', 3) AS service,
                 subscription.created_at AS "createdAt", subscription.last_success_at AS "lastSuccessAt"
            FROM push_subscriptions subscription JOIN sessions session ON session.id = subscription.session_id
           WHERE subscription.user_id = $1 AND session.public_id > $2 ORDER BY session.public_id LIMIT $3`,
    pageSize: PAGE,
  },
  // As in the constellation: only between public members, and not across a block.
  connections: {
    sql: `SELECT other.id, other.username, other.display_name AS "displayName", link.strength,
                 link.shared_tags AS "sharedTags", link.created_at AS "createdAt"
            FROM (SELECT to_user_id AS other_id, strength, shared_tags, created_at FROM connections WHERE from_user_id = $1
                  UNION ALL
                  SELECT from_user_id, strength, shared_tags, created_at FROM connections WHERE to_user_id = $1) link
            JOIN users other ON other.id = link.other_id AND ${listedFor('other', '$1')}
            JOIN users own ON own.id = $1 AND own.is_public
           WHERE link.other_id > $2 ORDER BY other.id LIMIT $3`,
    pageSize: PAGE,
  },
} as const satisfies Record<string, ListDefinition>;
export type DataList = keyof typeof DATA_LISTS;

/** Reads a member's data page by page, so that memory stays constant. */
@Injectable()
export class MemberDataRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findMember(userId: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ id: userId });
  }

  /** Returns the waitlist entry of an email address without its access key. */
  async findWaitlistEntry(email: string): Promise<object | undefined> {
    const rows: object[] = await this.dataSource.query(
      `SELECT email, oni_id AS "oniId", source, created_at AS "createdAt" FROM waitlist_entries WHERE email = $1`,
      [email],
    );
    return rows[0];
  }

  entries(userId: string, list: DataList): AsyncGenerator<Entry, void, void> {
    const { sql, pageSize } = DATA_LISTS[list];
    return this.pages<Entry>(sql, userId, pageSize);
  }

  texts(
    userId: string,
    list: 'posts' | 'archived-posts' | 'profile-archives',
  ): AsyncGenerator<TextRow, void, void> {
    return this.pages<TextRow>(DATA_LISTS[list].sql, userId, LONG_TEXT_PAGE);
  }

  pictures(userId: string): AsyncGenerator<PictureRow, void, void> {
    return this.pages<PictureRow>(
      `SELECT image.id, image.title, image.description, image.board_id AS "boardId", image.image_url AS "imageUrl",
              image.tags, image.is_public AS "isPublic", image.width, image.height, object.content_type AS "contentType",
              image.created_at AS "createdAt", image.updated_at AS "updatedAt"
         FROM images image JOIN objects object ON object.path = image.image_url
        WHERE image.user_id = $1 AND image.id > $2 ORDER BY image.id LIMIT $3`,
      userId,
      PAGE,
    );
  }

  async findContentType(userId: string, path: string): Promise<string | undefined> {
    const rows: { content_type: string }[] = await this.dataSource.query(
      'SELECT content_type FROM objects WHERE path = $2 AND user_id = $1 AND content_type IS NOT NULL',
      [userId, path],
    );
    return rows[0]?.content_type;
  }

  async *tags(
    userId: string,
    ofProfile: readonly string[],
  ): AsyncGenerator<{ name: string; uses: number }, void, void> {
    let after = '';
    for (;;) {
      const page: { name: string; uses: number }[] = await this.dataSource.query(
        `SELECT name, count(*)::integer AS uses FROM (
           SELECT unnest(tags) AS name FROM posts WHERE user_id = $1
           UNION ALL SELECT unnest(tags) FROM images WHERE user_id = $1
           UNION ALL SELECT unnest(tags) FROM boards WHERE user_id = $1
           UNION ALL SELECT unnest(tags) FROM capsules WHERE user_id = $1
           UNION ALL SELECT unnest(tags) FROM profile_archives WHERE user_id = $1
           UNION ALL SELECT unnest($2::text[])
         ) AS used
         WHERE name COLLATE "C" > $3 GROUP BY name ORDER BY name COLLATE "C" LIMIT $4`,
        [userId, ofProfile, after, TAG_PAGE],
      );
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < TAG_PAGE) return;
      after = last.name;
    }
  }

  /** Includes expired invites that still exist. */
  async *invites(userId: string): AsyncGenerator<CreatedInvite, void, void> {
    const invites = this.pages<CreatedInvite & { id: string }>(
      `SELECT invite.id, server.id AS "serverId", server.name AS "serverName", invite.max_uses AS "maxUses",
              invite.uses, invite.created_at AS "createdAt", invite.expires_at AS "expiresAt"
         FROM invites invite JOIN servers server ON server.id = invite.server_id
        WHERE invite.created_by = $1 AND invite.id > $2 ORDER BY invite.id LIMIT $3`,
      userId,
      PAGE,
      '',
    );
    for await (const { id: _hash, ...invite } of invites) yield invite;
  }

  async *channels(userId: string): AsyncGenerator<ChannelWithMessages, void, void> {
    let after = LEAST_ID;
    for (;;) {
      // Finds the next channel through the index, without reading all messages of the current one.
      const rows: (StandingRow & ChannelWithMessages)[] = await this.dataSource.query(
        `SELECT s.id AS "serverId", s.name AS "serverName", channel.id AS "channelId",
                ${nameOfChannel('channel', 'parent')} AS "channelName", channel.parent_id IS NOT NULL AS "isThread",
                ${standingColumns('$1')}
           FROM (SELECT channel_id FROM messages WHERE user_id = $1 AND channel_id > $2
                  ORDER BY channel_id, seq LIMIT 1) written
           JOIN channels channel ON channel.id = written.channel_id
           LEFT JOIN channels parent ON parent.id = channel.parent_id JOIN servers s ON s.id = ${serverOfChannel('channel')}
           LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $1`,
        [userId, after],
      );
      const next = rows[0];
      if (!next) return;
      const { serverId, channelId } = next;
      const isReadable = may(standingOf(next), 'readServer');
      yield {
        serverId,
        serverName: isReadable ? next.serverName : null,
        channelId,
        channelName: isReadable ? next.channelName : null,
        isThread: next.isThread,
      };
      after = channelId;
    }
  }

  /** Deleted messages have no content. */
  async *messages(userId: string, channelId: string): AsyncGenerator<OwnMessage, void, void> {
    let after = 0;
    for (;;) {
      const page: OwnMessage[] = await this.dataSource.query(
        `SELECT id, seq, content, reply_to_seq AS "replyToSeq", created_at AS "createdAt",
                edited_at AS "editedAt", deleted_at AS "deletedAt"
           FROM messages WHERE user_id = $1 AND channel_id = $2 AND seq > $3 ORDER BY seq LIMIT $4`,
        [userId, channelId, after, PAGE],
      );
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.seq;
    }
  }

  async *reactions(userId: string): AsyncGenerator<OwnReaction, void, void> {
    let after: Pick<OwnReaction, 'channelId' | 'seq' | 'emoji'> = { channelId: LEAST_ID, seq: 0, emoji: '' };
    for (;;) {
      const page: OwnReaction[] = await this.dataSource.query(
        `SELECT channel_id AS "channelId", seq, emoji, uuid_extract_timestamp(id) AS "createdAt"
           FROM message_reactions WHERE user_id = $1 AND (channel_id, seq, emoji) > ($2, $3, $4)
          ORDER BY channel_id, seq, emoji LIMIT $5`,
        [userId, after.channelId, after.seq, after.emoji, PAGE],
      );
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last;
    }
  }

  private async *pages<T extends { id: string }>(
    sql: string,
    userId: string,
    pageSize: number,
    firstCursor = LEAST_ID,
  ): AsyncGenerator<T, void, void> {
    let after = firstCursor;
    for (;;) {
      const page: T[] = await this.dataSource.query(sql, [userId, after, pageSize]);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      after = last.id;
    }
  }
}
