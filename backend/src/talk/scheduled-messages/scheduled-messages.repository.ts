import { Injectable } from '@nestjs/common';
import type { AttachmentView, Quote, ScheduledFailure } from '@oniverse/contracts';
import {
  attachmentsOf,
  enqueueOutbox,
  followableBy,
  formatCause,
  nameOfChannel,
  notifyEntry,
  serverOfChannel,
} from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { type KnownMember, newcomerColumn } from '../../shared/index.js';

export interface ScheduledMessageRow {
  id: string;
  /** Null, as the following columns, for a place that the member does not read. */
  channel_id: string | null;
  parent_id: string | null;
  channel_name: string | null;
  /** Null also for a conversation, as the following columns. */
  server_id: string | null;
  server_name: string | null;
  server_is_public: boolean | null;
  content: string;
  /** Null if it answers none. */
  reply_to: Quote | null;
  /** Null if there are none. */
  files: AttachmentView[] | null;
  send_at: Date;
  /** Whether it waits for a full moon. */
  is_left: boolean;
  failure: ScheduledFailure | null;
  created_at: Date;
}

/** A scheduled message as it is sent. */
export interface SendableMessage {
  id: string;
  userId: string;
  /** Null if the place is gone. */
  channelId: string | null;
  content: string;
  files: AttachmentView[] | null;
  nonce: string;
  replyToSeq: number | null;
  acceptsWarning: boolean;
  isFailed: boolean;
}

/** A message that one backend has for itself, until its claim ends. */
export interface ClaimedMessage extends SendableMessage {
  newcomer: KnownMember['newcomer'];
  sendAt: Date;
  /** Whether a full moon opened it. */
  isOpened: boolean;
  claimedUntil: Date;
}

/** A message that its author changes. */
export interface LockedMessage extends SendableMessage {
  /** Whether a backend sends it now. */
  isClaimed: boolean;
  /** Whether a backend that claimed it ended before it said how that went. */
  isUncertain: boolean;
}

export interface NewScheduledMessage {
  userId: string;
  channelId: string;
  content: string;
  nonce: string;
  replyToSeq: number | undefined;
  acceptsWarning: boolean;
  /** Undefined for one that is left for a full moon. */
  sendAt: string | undefined;
}

export interface ScheduledChange {
  content: string | undefined;
  acceptsWarning: boolean | undefined;
  sendAt: string | undefined;
}

const FILES = `${attachmentsOf('scheduledMessage', 'scheduled.id')} AS files`;
/** Selects {@link SendableMessage}. */
const SENDABLE = `scheduled.id, scheduled.user_id AS "userId", scheduled.channel_id AS "channelId", scheduled.content, ${FILES},
  scheduled.nonce, scheduled.reply_to_seq AS "replyToSeq", scheduled.accepts_warning AS "acceptsWarning",
  scheduled.failure IS NOT NULL AS "isFailed"`;
const IS_FREE = '(scheduled.claimed_until IS NULL OR scheduled.claimed_until <= now())';
/** Claims the rows that `due` selects. A claim is a moment in ms, so that JavaScript can compare it. */
const claimOf = (due: string): string => `
  UPDATE scheduled_messages scheduled
     SET claimed_until = date_trunc('milliseconds', now()) + make_interval(secs => $1 / 1000.0)
   WHERE scheduled.id IN (${due})
  RETURNING ${SENDABLE}, scheduled.is_left AND scheduled.due_at IS NOT NULL AS "isOpened", scheduled.send_at AS "sendAt",
            scheduled.claimed_until AS "claimedUntil", ${newcomerColumn('scheduled.user_id')}`;

@Injectable()
export class ScheduledMessagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of a member's scheduled messages, the next one first, plus one more row if there is a next page. */
  async listPage(
    userId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<ScheduledMessageRow[]> {
    return this.select(
      userId,
      `$2::uuid IS NULL OR (scheduled.send_at, scheduled.id) > ((SELECT send_at FROM scheduled_messages WHERE id = $2), $2)`,
      [cursor ?? null, limit + 1],
    );
  }

  /** Returns one of a member's scheduled messages; undefined without it. */
  async find(userId: string, id: string): Promise<ScheduledMessageRow | undefined> {
    return (await this.select(userId, 'scheduled.id = $2', [id, 1]))[0];
  }

  private async select(
    userId: string,
    where: string,
    [given, limit]: readonly [string | null, number],
  ): Promise<ScheduledMessageRow[]> {
    return this.dataSource.query(
      `SELECT scheduled.id, channel.id AS channel_id, channel.parent_id, ${nameOfChannel('channel', 'parent')} AS channel_name,
              server.id AS server_id, server.name AS server_name, server.is_public AS server_is_public, scheduled.content,
              quote_of_message(channel.id, scheduled.reply_to_seq) AS reply_to, ${FILES}, scheduled.send_at,
              scheduled.is_left AND scheduled.due_at IS NULL AND scheduled.failure IS NULL AS is_left, scheduled.failure, scheduled.created_at
         FROM scheduled_messages scheduled
         LEFT JOIN channels channel ON channel.id = scheduled.channel_id AND ${followableBy('channel.id', '$1')}
         LEFT JOIN channels parent ON parent.id = channel.parent_id
         LEFT JOIN servers server ON server.id = ${serverOfChannel('channel')}
        WHERE scheduled.user_id = $1 AND (${where})
        ORDER BY scheduled.send_at, scheduled.id LIMIT $3`,
      [userId, given, limit],
    );
  }

  /** Returns the id of the message that a member scheduled with a nonce; undefined if there is none. */
  async findByNonce(manager: EntityManager, userId: string, nonce: string): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      'SELECT id FROM scheduled_messages WHERE user_id = $1 AND nonce = $2',
      [userId, nonce],
    );
    return rows[0]?.id;
  }

  /** Returns a message as it is sent; undefined if the member has no such message. */
  async findSendable(userId: string, id: string): Promise<SendableMessage | undefined> {
    const rows: SendableMessage[] = await this.dataSource.query(
      `SELECT ${SENDABLE} FROM scheduled_messages scheduled WHERE scheduled.id = $1 AND scheduled.user_id = $2`,
      [id, userId],
    );
    return rows[0];
  }

  /** Stores a message. @returns its id; undefined if the channel is gone, or takes no message for a full moon */
  async insert(manager: EntityManager, message: NewScheduledMessage): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      `INSERT INTO scheduled_messages (user_id, channel_id, content, nonce, reply_to_seq, accepts_warning, send_at, due_at, is_left)
       SELECT $1, channel.id, $3, $4, $5, $6, coalesce($7, channel.moon_at), $7, $7::timestamptz IS NULL
         FROM channels channel WHERE channel.id = $2 AND ($7 IS NOT NULL OR channel.moon_at IS NOT NULL) FOR KEY SHARE
       RETURNING id`,
      [
        message.userId,
        message.channelId,
        message.content,
        message.nonce,
        message.replyToSeq ?? null,
        message.acceptsWarning,
        message.sendAt ?? null,
      ],
    );
    return rows[0]?.id;
  }

  /** Locks a message of a member, so that no backend claims it. */
  async lock(manager: EntityManager, userId: string, id: string): Promise<LockedMessage | undefined> {
    const rows: LockedMessage[] = await manager.query(
      `SELECT ${SENDABLE}, NOT ${IS_FREE} AS "isClaimed", scheduled.claimed_until IS NOT NULL AS "isUncertain"
         FROM scheduled_messages scheduled WHERE scheduled.id = $1 AND scheduled.user_id = $2 FOR UPDATE`,
      [id, userId],
    );
    return rows[0];
  }

  /** Changes a locked message. A new time makes a message that was refused wait again, and one that was left wait for it. */
  async change(manager: EntityManager, id: string, change: ScheduledChange): Promise<void> {
    await manager.query(
      `UPDATE scheduled_messages
          SET content = coalesce($2, content), accepts_warning = coalesce($3, accepts_warning), claimed_until = NULL,
              send_at = coalesce($4, send_at), due_at = coalesce($4, due_at), is_left = is_left AND $4::timestamptz IS NULL,
              failure = CASE WHEN $4::timestamptz IS NULL THEN failure END
        WHERE id = $1`,
      [id, change.content ?? null, change.acceptsWarning ?? null, change.sendAt ?? null],
    );
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM scheduled_messages WHERE id = $1', [id]);
  }

  /** Deletes the entry of the author's night log about a message that was refused. */
  async deleteEntry(manager: EntityManager, userId: string, id: string): Promise<void> {
    await manager.query('DELETE FROM notifications WHERE recipient_id = $1 AND cause = $2', [
      userId,
      formatCause({ kind: 'unsent', scheduledId: id }),
    ]);
  }

  /** Claims messages whose time has come, those that waited longest first. Other backends skip them. */
  async claimDue(claimMs: number, limit: number): Promise<ClaimedMessage[]> {
    const [rows]: [ClaimedMessage[], number] = await this.dataSource.query(
      claimOf(`SELECT scheduled.id FROM scheduled_messages scheduled WHERE scheduled.due_at <= now() AND ${IS_FREE}
                ORDER BY scheduled.due_at, scheduled.id LIMIT $2 FOR UPDATE SKIP LOCKED`),
      [claimMs, limit],
    );
    return rows;
  }

  /** Claims a message before its time; undefined if a backend sends it, or the member has no such message. */
  async claim(claimMs: number, userId: string, id: string): Promise<ClaimedMessage | undefined> {
    const [rows]: [ClaimedMessage[], number] = await this.dataSource.query(
      claimOf(`SELECT scheduled.id FROM scheduled_messages scheduled
                WHERE scheduled.id = $2 AND scheduled.user_id = $3 AND ${IS_FREE} FOR UPDATE`),
      [claimMs, id, userId],
    );
    return rows[0];
  }

  /** Deletes a message that was sent, with the entry about an earlier refusal, unless the claim was lost. */
  async deleteClaimed({ id, userId, claimedUntil }: ClaimedMessage): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query('DELETE FROM scheduled_messages WHERE id = $1 AND claimed_until = $2', [
        id,
        claimedUntil,
      ]);
      await this.deleteEntry(manager, userId, id);
    });
  }

  /** Ends a claim. @param waitSeconds how long until the next attempt; undefined to leave its time as it was */
  async release({ id, claimedUntil }: ClaimedMessage, waitSeconds?: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE scheduled_messages
          SET claimed_until = NULL, due_at = coalesce(now() + make_interval(secs => $3), due_at)
        WHERE id = $1 AND claimed_until = $2`,
      [id, claimedUntil, waitSeconds ?? null],
    );
  }

  /** Keeps why a message was refused, and enqueues the entry of its author's night log. */
  async fail({ id, claimedUntil }: ClaimedMessage, failure: ScheduledFailure): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [, count]: [unknown, number] = await manager.query(
        `UPDATE scheduled_messages SET claimed_until = NULL, due_at = NULL, failure = $3
          WHERE id = $1 AND claimed_until = $2`,
        [id, claimedUntil, failure],
      );
      if (count > 0) await enqueueOutbox(manager, [notifyEntry({ kind: 'unsent', scheduledId: id })]);
    });
  }
}
