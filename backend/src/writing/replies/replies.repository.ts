import type { AttachmentView, ColumnsOf, ReplyView } from '@oniverse/contracts';
import { Injectable } from '@nestjs/common';
import { attachmentsOf, listedFor, unblocked, VISIBLE } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, type OptionalAuthorRow, postReadableBy, shownReplyTo } from '../../shared/index.js';

/** The columns of the author, such as `user_id`, are null for a reply that is deleted, held, or by a hidden member. */
export type ReplyRow = ColumnsOf<Omit<ReplyView, 'author' | 'attachments' | 'isHeld'>> &
  OptionalAuthorRow & { files: AttachmentView[] | null; is_held: boolean };

export interface ReplyRelation {
  post_id: string;
  post_author_id: string;
  is_own: boolean;
  /** Whether the caller sees the post, and the reply with its author. */
  is_seen: boolean;
  /** Whether others see the post. */
  is_shown: boolean;
}

/** The post of a reply, for hints. */
export interface ReleasedReply {
  id: string;
  authorId: string;
  isShown: boolean;
}

const COLUMNS = `reply.id, reply.post_id, reply.parent_id, reply.created_at, writer.id AS user_id, ${authorColumns('writer')}, CASE WHEN writer.id IS NULL THEN '' ELSE reply.content END AS content,
  writer.id IS NOT NULL AND reply.held_at IS NOT NULL AS is_held,
  CASE WHEN writer.id IS NOT NULL THEN ${attachmentsOf('reply', 'reply.id')} END AS files`;

@Injectable()
export class RepliesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of a post's replies, oldest first, plus one more row if there is a next page. */
  async listPage(
    readerId: string,
    postId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<ReplyRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM post_replies reply
         LEFT JOIN users writer
           ON writer.id = reply.user_id AND reply.deleted_at IS NULL AND ${shownReplyTo('$2')} AND ${listedFor('writer', '$2')}
        WHERE reply.post_id = $1 AND ($3::uuid IS NULL OR reply.id > $3) ORDER BY reply.id LIMIT $4`,
      [postId, readerId, cursor ?? null, limit + 1],
    );
  }

  /**
   * Returns the first-level reply of the thread that a reply belongs to; undefined if the post has no such reply, or a
   * block stands between its author and the writer.
   */
  async findThread(
    manager: EntityManager,
    writerId: string,
    postId: string,
    id: string,
  ): Promise<string | undefined> {
    const rows: { thread_id: string }[] = await manager.query(
      `SELECT coalesce(reply.parent_id, reply.id) AS thread_id FROM post_replies reply
        WHERE reply.id = $1 AND reply.post_id = $2 AND ${shownReplyTo('$3')} AND ${unblocked('reply.user_id', '$3')}`,
      [id, postId, writerId],
    );
    return rows[0]?.thread_id;
  }

  async insert(
    manager: EntityManager,
    reply: { postId: string; userId: string; parentId: string | null; content: string; isHeld: boolean },
  ): Promise<ReplyRow | undefined> {
    const rows: ReplyRow[] = await manager.query(
      `WITH reply AS (
         INSERT INTO post_replies (post_id, user_id, parent_id, content, held_at)
         VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END) RETURNING *
       ) SELECT ${COLUMNS} FROM reply JOIN users writer ON writer.id = reply.user_id`,
      [reply.postId, reply.userId, reply.parentId, reply.content, reply.isHeld],
    );
    return rows[0];
  }

  /** Returns how the caller relates to a reply and its post; undefined if it does not exist or is deleted. */
  async findRelation(manager: EntityManager, userId: string, id: string): Promise<ReplyRelation | undefined> {
    const rows: ReplyRelation[] = await manager.query(
      `SELECT thing.id AS post_id, thing.user_id AS post_author_id, reply.user_id = $2 AS is_own,
              ${postReadableBy('$2')} AND ${shownReplyTo('$2')} AND ${listedFor('writer', '$2')} AS is_seen,
              ${VISIBLE.post} AND owner.is_public AS is_shown
         FROM post_replies reply JOIN posts thing ON thing.id = reply.post_id
         JOIN users owner ON owner.id = thing.user_id JOIN users writer ON writer.id = reply.user_id
        WHERE reply.id = $1 AND reply.deleted_at IS NULL`,
      [id, userId],
    );
    return rows[0];
  }

  /** Shows a reply that was held. @returns its author and post; undefined if it was not held, or deleted since */
  async release(manager: EntityManager, id: string): Promise<ReleasedReply | undefined> {
    const [rows]: [ReleasedReply[], number] = await manager.query(
      `UPDATE post_replies reply SET held_at = NULL FROM posts thing JOIN users owner ON owner.id = thing.user_id
        WHERE reply.id = $1 AND reply.held_at IS NOT NULL AND reply.deleted_at IS NULL AND thing.id = reply.post_id
       RETURNING thing.id, thing.user_id AS "authorId", ${VISIBLE.post} AND owner.is_public AS "isShown"`,
      [id],
    );
    return rows[0];
  }

  async softDelete(manager: EntityManager, id: string): Promise<void> {
    await manager.query(`UPDATE post_replies SET content = '', deleted_at = now() WHERE id = $1`, [id]);
  }
}
