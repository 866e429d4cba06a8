import { Injectable } from '@nestjs/common';
import { listedFor, VISIBLE } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, type AuthorRow } from '../../shared/index.js';

export interface RippleRow extends AuthorRow {
  /** Sorts by time. */
  id: string;
  user_id: string;
  created_at: Date;
}

@Injectable()
export class RipplesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of a post's ripples, newest first, plus one more row if there is a next page. */
  async listPage(
    readerId: string,
    postId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<RippleRow[]> {
    return this.dataSource.query(
      `SELECT ripple.id, ripple.user_id, ${authorColumns('sender')},
              ripple.created_at
         FROM ripples ripple JOIN users sender ON sender.id = ripple.user_id AND ${listedFor('sender', '$2')}
        WHERE ripple.post_id = $1 AND ($3::uuid IS NULL OR ripple.id < $3) ORDER BY ripple.id DESC LIMIT $4`,
      [postId, readerId, cursor ?? null, limit + 1],
    );
  }

  /** Returns whether the member had not sent one before. */
  async insert(manager: EntityManager, postId: string, userId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      'INSERT INTO ripples (post_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
      [postId, userId],
    );
    return rows.length > 0;
  }

  /** Deletes the member's ripple, and returns its post; undefined if there was none. */
  async delete(
    manager: EntityManager,
    postId: string,
    userId: string,
  ): Promise<{ author_id: string; is_shown: boolean } | undefined> {
    const [rows]: [{ author_id: string; is_shown: boolean }[], number] = await manager.query(
      `DELETE FROM ripples USING posts thing JOIN users owner ON owner.id = thing.user_id
        WHERE ripples.post_id = $1 AND ripples.user_id = $2 AND thing.id = ripples.post_id
        RETURNING thing.user_id AS author_id, ${VISIBLE.post} AND owner.is_public AS is_shown`,
      [postId, userId],
    );
    return rows[0];
  }

  /** Returns whether others see another member's ripple on the post, so that its rings do not change with this one. */
  async hasOther(manager: EntityManager, postId: string, userId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM ripples ripple JOIN users sender ON sender.id = ripple.user_id AND sender.is_public
        WHERE ripple.post_id = $1 AND ripple.user_id <> $2 LIMIT 1`,
      [postId, userId],
    );
    return rows.length > 0;
  }
}
