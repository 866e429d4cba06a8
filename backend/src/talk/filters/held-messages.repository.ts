import { Injectable } from '@nestjs/common';
import type {
  AttachmentRef,
  AttachmentView,
  ColumnsOf,
  HeldMessageView,
  OwnHeldMessage,
} from '@oniverse/contracts';
import { attachmentsOf } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns } from '../../shared/index.js';

interface Files {
  /** Null if there are none. */
  files: AttachmentView[] | null;
}
export type HeldMessageRow = ColumnsOf<HeldMessageView> & Files;
export type OwnHeldMessageRow = ColumnsOf<OwnHeldMessage> & Files;

export interface NewHeldMessage {
  serverId: string;
  channelId: string;
  userId: string;
  content: string;
  attachments: readonly AttachmentRef[];
  nonce: string;
  replyToSeq: number | undefined;
  /** The newest revision of the author's draft that it replaces; undefined for any. */
  draftRev: number | undefined;
}

/** What identifies a message of a member. */
export type SentAs = Pick<NewHeldMessage, 'channelId' | 'userId' | 'nonce'>;

/** A message that staff decide about. */
export interface LockedHeldMessage {
  channel_id: string;
  /** The channel, or that of the thread. */
  place_id: string;
  user_id: string;
  content: string;
  nonce: string;
  reply_to_seq: number | null;
  files: AttachmentView[] | null;
}

/** Where a held message waits. */
export interface WaitingMessage {
  serverId: string;
  id: string;
}

const FILES = `${attachmentsOf('heldMessage', 'held.id')} AS files`;

export type PageOf = Pick<PageQueryDto, 'limit' | 'cursor'>;

@Injectable()
export class HeldMessagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns whether the member sent a message with the nonce before, and whether it was stored or held. */
  async findSent(message: SentAs): Promise<'stored' | 'held' | undefined> {
    const rows: { state: 'stored' | 'held' }[] = await this.dataSource.query(
      `SELECT 'stored' AS state FROM messages WHERE channel_id = $1 AND user_id = $2 AND nonce = $3
        UNION ALL
       SELECT 'held' FROM held_messages WHERE channel_id = $1 AND user_id = $2 AND nonce = $3`,
      [message.channelId, message.userId, message.nonce],
    );
    return rows[0]?.state;
  }

  /** Returns the number of messages that wait. The member's row must be locked. */
  async countWaiting(manager: EntityManager, serverId: string, userId: string): Promise<number> {
    const rows: { count: number }[] = await manager.query(
      `SELECT count(*)::integer AS count FROM held_messages WHERE server_id = $1 AND user_id = $2 AND state = 'held'`,
      [serverId, userId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Stores a message. @returns its id; undefined if its nonce was used */
  async insert(manager: EntityManager, message: NewHeldMessage): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      `INSERT INTO held_messages (server_id, channel_id, user_id, content, nonce, reply_to_seq)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (channel_id, user_id, nonce) DO NOTHING RETURNING id`,
      [
        message.serverId,
        message.channelId,
        message.userId,
        message.content,
        message.nonce,
        message.replyToSeq ?? null,
      ],
    );
    return rows[0]?.id;
  }

  /** Deletes the draft that was sent. @returns the revision of the deletion; null if there was none */
  async deleteDraft(manager: EntityManager, message: NewHeldMessage): Promise<number | null> {
    const rows: { rev: number | null }[] = await manager.query(
      'SELECT delete_sent_draft($1, $2, $3)::float8 AS rev',
      [message.userId, message.channelId, message.draftRev ?? null],
    );
    return rows[0]?.rev ?? null;
  }

  /** Returns a page of the messages that wait in a server, newest first, plus one more row if there is a next page. */
  async listWaiting(serverId: string, { limit, cursor }: PageOf): Promise<HeldMessageRow[]> {
    return this.dataSource.query(
      `SELECT held.id, held.channel_id, held.content, held.created_at, held.user_id, ${authorColumns('u')}, ${FILES},
              coalesce(parent.name, channel.name) AS channel_name
         FROM held_messages held JOIN users u ON u.id = held.user_id
         JOIN channels channel ON channel.id = held.channel_id
         LEFT JOIN channels parent ON parent.id = channel.parent_id
        WHERE held.server_id = $1 AND held.state = 'held' AND ($2::uuid IS NULL OR held.id < $2)
        ORDER BY held.id DESC LIMIT $3`,
      [serverId, cursor ?? null, limit + 1],
    );
  }

  /** Returns a page of a member's held and declined messages, newest first, plus one more row if there is a next page. */
  async listOwn(userId: string, { limit, cursor }: PageOf): Promise<OwnHeldMessageRow[]> {
    return this.dataSource.query(
      `SELECT held.id, held.channel_id, held.content, held.created_at, held.state, held.word,
              channel.parent_message_id AS thread_of, ${FILES}
         FROM held_messages held JOIN channels channel ON channel.id = held.channel_id
        WHERE held.user_id = $1 AND ($2::uuid IS NULL OR held.id < $2)
        ORDER BY held.id DESC LIMIT $3`,
      [userId, cursor ?? null, limit + 1],
    );
  }

  /**
   * Locks a message that waits, so that nobody else decides about it or withdraws it, and its author, whose erasure would
   * wait for it while the writer waits for the erasure.
   */
  async lock(manager: EntityManager, serverId: string, id: string): Promise<LockedHeldMessage | undefined> {
    const rows: LockedHeldMessage[] = await manager.query(
      `SELECT held.channel_id, coalesce(channel.parent_id, channel.id) AS place_id, held.user_id, held.content, held.nonce,
              held.reply_to_seq, ${FILES}
         FROM held_messages held JOIN channels channel ON channel.id = held.channel_id
         JOIN users author ON author.id = held.user_id
        WHERE held.server_id = $1 AND held.id = $2 AND held.state = 'held'
          FOR UPDATE OF held FOR KEY SHARE OF author`,
      [serverId, id],
    );
    return rows[0];
  }

  /** Returns where a message waits that its author sent with a nonce. */
  async findWaiting(sent: SentAs): Promise<WaitingMessage | undefined> {
    const rows: WaitingMessage[] = await this.dataSource.query(
      `SELECT server_id AS "serverId", id FROM held_messages
        WHERE channel_id = $1 AND user_id = $2 AND nonce = $3 AND state = 'held'`,
      [sent.channelId, sent.userId, sent.nonce],
    );
    return rows[0];
  }

  async decline(manager: EntityManager, id: string, word: string | null): Promise<void> {
    await manager.query(
      `UPDATE held_messages SET state = 'declined', word = $2, decided_at = now() WHERE id = $1`,
      [id, word],
    );
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM held_messages WHERE id = $1', [id]);
  }

  /** Returns the server of the message; undefined if the member had no such message. */
  async deleteOwn(userId: string, id: string): Promise<string | undefined> {
    const [rows]: [{ server_id: string }[], number] = await this.dataSource.query(
      'DELETE FROM held_messages WHERE id = $1 AND user_id = $2 RETURNING server_id',
      [id, userId],
    );
    return rows[0]?.server_id;
  }
}
