import { Injectable } from '@nestjs/common';
import { may } from '@oniverse/contracts';
import {
  isKept,
  joinExpiry,
  LEAST_ID,
  nameOfChannel,
  readableBy,
  serverOfChannel,
  User,
} from '@oniverse/data';
import { DataSource } from 'typeorm';
import { StaleReads } from '../../shared/index.js';
import { standingColumns, standingOf, type StandingRow } from '../../shared/index.js';
import { DATA_LISTS, type DataList, LONG_TEXT_PAGE, PAGE } from './data-lists.js';
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
  /** Null for a conversation. */
  serverId: string | null;
  serverName: string | null;
  channelId: string;
  /** For a thread, that of its channel. */
  channelName: string | null;
  isThread: boolean;
  isReadable: boolean;
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

/** A message of a conversation. */
export interface ConversationMessage extends OwnMessage {
  /** The Oni ID of its author; null if the account was erased. */
  from: string | null;
  /** The thread that it starts, whose messages are a file of that name; null if it starts none. */
  threadId: string | null;
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

export interface AttachmentRow {
  id: string;
  name: string;
  alt: string;
  /** In bytes. */
  size: number;
  messageId: string | null;
  channelId: string | null;
  postId: string | null;
  replyId: string | null;
  trackId: string | null;
  objectPath: string;
  createdAt: Date;
}

/** Lists are ordered by `id`. */
type Entry = Record<string, unknown> & { id: string };

/** Each page reads all content. */
const TAG_PAGE = 10_000;

/** Reads a member's data page by page, so that memory stays constant. */
@Injectable()
export class MemberDataRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly staleReads: StaleReads,
  ) {}

  /** A standby may answer each page: a large account has many. */
  private read<T>(sql: string, values: readonly unknown[]): Promise<T> {
    return this.staleReads.run('member', () => this.dataSource.query(sql, [...values]));
  }

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

  /** Returns the files of the member's messages, posts and replies, and uploads that nothing has claimed. */
  attachments(userId: string): AsyncGenerator<AttachmentRow, void, void> {
    return this.pages<AttachmentRow>(
      `SELECT attached.id, attached.name, attached.alt, attached.size, attached.message_id AS "messageId",
              attached.channel_id AS "channelId", attached.post_id AS "postId", attached.reply_id AS "replyId",
              attached.track_id AS "trackId",
              attached.object_path AS "objectPath", attached.created_at AS "createdAt"
         FROM attachments attached JOIN objects object ON object.path = attached.object_path
        WHERE attached.user_id = $1 AND attached.id > $2 AND object.state IN ('stored', 'used')
          AND (attached.message_id IS NULL OR EXISTS (
            SELECT FROM messages message WHERE message.id = attached.message_id AND ${isKept('message')}))
        ORDER BY attached.id LIMIT $3`,
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
      const page: { name: string; uses: number }[] = await this.read(
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
      const rows: (StandingRow & ChannelWithMessages)[] = await this.read(
        `SELECT s.id AS "serverId", s.name AS "serverName", channel.id AS "channelId",
                ${nameOfChannel('channel', 'parent')} AS "channelName", channel.parent_id IS NOT NULL AS "isThread",
                ${readableBy('channel.id', '$1')} AS "isReadable", ${standingColumns('$1')}
           FROM (SELECT channel_id FROM messages WHERE user_id = $1 AND channel_id > $2
                  ORDER BY channel_id, seq LIMIT 1) written
           JOIN channels channel ON channel.id = written.channel_id
           LEFT JOIN channels parent ON parent.id = channel.parent_id LEFT JOIN servers s ON s.id = ${serverOfChannel('channel')}
           LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $1`,
        [userId, after],
      );
      const next = rows[0];
      if (!next) return;
      const { serverId, channelId } = next;
      yield {
        serverId,
        serverName: may(standingOf(next), 'seeServer') ? next.serverName : null,
        channelId,
        channelName: (next.isReadable && next.channelName) || null,
        isThread: next.isThread,
        isReadable: next.isReadable,
      };
      after = channelId;
    }
  }

  /** Returns the conversations that the member reads. */
  async *conversations(userId: string): AsyncGenerator<{ id: string; name: string }, void, void> {
    let after = LEAST_ID;
    for (;;) {
      const page: { id: string; name: string }[] = await this.read(
        `SELECT own.channel_id AS id, channel.name
           FROM conversation_members own JOIN channels channel ON channel.id = own.channel_id
          WHERE own.user_id = $1 AND own.state IN ('joined', 'requested') AND own.channel_id > $2
          ORDER BY own.channel_id LIMIT $3`,
        [userId, after, PAGE],
      );
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.id;
    }
  }

  /** Returns the ids of the threads of a conversation that the member reads. */
  async *threads(userId: string, conversationId: string): AsyncGenerator<string, void, void> {
    let after = LEAST_ID;
    for (;;) {
      const page: { id: string }[] = await this.read(
        `SELECT id FROM channels
          WHERE parent_id = $2 AND last_seq > 0 AND id > $3 AND ${readableBy('$2', '$1')} ORDER BY id LIMIT $4`,
        [userId, conversationId, after, PAGE],
      );
      yield* page.map(({ id }) => id);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.id;
    }
  }

  /** Returns all messages of a conversation, or of a thread in one, while the member reads it. Deleted messages have no content. */
  async *conversationMessages(
    userId: string,
    channelId: string,
  ): AsyncGenerator<ConversationMessage, void, void> {
    let after = 0;
    for (;;) {
      const page: ConversationMessage[] = await this.read(
        `SELECT message.id, message.seq, author.username AS "from",
                CASE WHEN expiry.at IS NULL THEN message.content ELSE '' END AS content,
                message.reply_to_seq AS "replyToSeq", thread.id AS "threadId", message.created_at AS "createdAt",
                message.edited_at AS "editedAt", coalesce(message.deleted_at, expiry.at) AS "deletedAt"
           FROM messages message LEFT JOIN users author ON author.id = message.user_id ${joinExpiry('message')}
           LEFT JOIN channels thread ON thread.parent_message_id = message.id
          WHERE message.channel_id = $2 AND message.seq > $3 AND ${readableBy('$2', '$1')}
          ORDER BY message.seq LIMIT $4`,
        [userId, channelId, after, PAGE],
      );
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.seq;
    }
  }

  /** Deleted messages have no content. */
  async *messages(userId: string, channelId: string): AsyncGenerator<OwnMessage, void, void> {
    let after = 0;
    for (;;) {
      const page: OwnMessage[] = await this.read(
        `SELECT message.id, message.seq, CASE WHEN expiry.at IS NULL THEN message.content ELSE '' END AS content,
                message.reply_to_seq AS "replyToSeq", message.created_at AS "createdAt",
                message.edited_at AS "editedAt", coalesce(message.deleted_at, expiry.at) AS "deletedAt"
           FROM messages message ${joinExpiry('message')}
          WHERE message.user_id = $1 AND message.channel_id = $2 AND message.seq > $3 ORDER BY message.seq LIMIT $4`,
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
      const page: OwnReaction[] = await this.read(
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
      const page: T[] = await this.read(sql, [userId, after, pageSize]);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      after = last.id;
    }
  }
}
