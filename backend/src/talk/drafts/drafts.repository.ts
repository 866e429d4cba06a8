import { Injectable } from '@nestjs/common';
import type { DraftBody, DraftView, Quote } from '@oniverse/contracts';
import { followableBy, serverOfChannel } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';

export interface DraftRow extends Omit<DraftView, 'replyTo'> {
  /** Null if it answers none. */
  replyTo: Quote | null;
}

/** Selects {@link DraftRow}. Any positive `rev` of the sequence is exact as a number of JavaScript. */
const DRAFT = `channel_id AS "channelId", content, rev::float8, quote_of_message(channel_id, reply_to_seq) AS "replyTo"`;
/** The channel `$2`, if `$1` belongs to its server or conversation. The row locks keep the membership from ending. */
const JOINED = `FROM channels channel
 WHERE channel.id = $2 AND ${followableBy('channel.id', '$1')} AND (
   EXISTS (SELECT FROM server_members member
            WHERE member.server_id = ${serverOfChannel('channel')} AND member.user_id = $1 FOR KEY SHARE)
   OR EXISTS (SELECT FROM conversation_members member
               WHERE member.channel_id = coalesce(channel.parent_id, channel.id) AND member.user_id = $1 FOR KEY SHARE))
   FOR KEY SHARE OF channel`;

@Injectable()
export class DraftsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of the drafts in channels of joined servers, plus one if there are more. */
  async listPage(
    userId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<(DraftRow & { id: string })[]> {
    return this.dataSource.query(
      `SELECT channel_id AS id, ${DRAFT} FROM drafts draft
        WHERE user_id = $1 AND ($2::uuid IS NULL OR channel_id > $2)
          AND ${followableBy('draft.channel_id', '$1')}
        ORDER BY channel_id LIMIT $3`,
      [userId, cursor ?? null, limit + 1],
    );
  }

  /**
   * Locks a draft, after the rows that `save` locks, so that the revision of a change is above that of a deletion under way:
   * the message that was sent.
   * @returns whether it exists
   */
  async lock(manager: EntityManager, userId: string, channelId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `WITH place AS (SELECT channel.id ${JOINED})
       SELECT FROM drafts draft JOIN place ON place.id = draft.channel_id WHERE draft.user_id = $1
          FOR UPDATE OF draft`,
      [userId, channelId],
    );
    return rows.length > 0;
  }

  /** Stores a draft, while the user is a member. @returns undefined if the membership ended */
  async save(
    manager: EntityManager,
    userId: string,
    channelId: string,
    { content, replyToSeq }: DraftBody,
  ): Promise<DraftRow | undefined> {
    const rows: DraftRow[] = await manager.query(
      `INSERT INTO drafts (user_id, channel_id, content, reply_to_seq, rev)
       SELECT $1, channel.id, $3, $4, nextval('draft_revisions') ${JOINED}
       ON CONFLICT (user_id, channel_id) DO UPDATE
          SET content = excluded.content, reply_to_seq = excluded.reply_to_seq, rev = excluded.rev, updated_at = now()
       RETURNING ${DRAFT}`,
      [userId, channelId, content, replyToSeq ?? null],
    );
    return rows[0];
  }

  /** Deletes a draft, if it exists. @returns it without its text, with the revision of the deletion */
  async delete(manager: EntityManager, userId: string, channelId: string): Promise<DraftRow> {
    await manager.query('DELETE FROM drafts WHERE user_id = $1 AND channel_id = $2', [userId, channelId]);
    const rows: { rev: number }[] = await manager.query(`SELECT nextval('draft_revisions')::float8 AS rev`);
    return { channelId, content: '', rev: rows[0]?.rev ?? 0, replyTo: null };
  }
}
