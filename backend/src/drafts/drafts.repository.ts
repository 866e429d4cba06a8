import { Injectable } from '@nestjs/common';
import type { DraftView } from '@oniverse/contracts';
import { serverOfChannel } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';

/** Any positive `rev` of the sequence is exact as a number of JavaScript. */
const DRAFT = 'channel_id AS "channelId", content, rev::float8';

@Injectable()
export class DraftsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of the drafts in channels where the member may write, plus one if there are more. */
  async listPage(
    userId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<(DraftView & { id: string })[]> {
    return this.dataSource.query(
      `SELECT channel_id AS id, ${DRAFT} FROM drafts draft
        WHERE user_id = $1 AND ($2::uuid IS NULL OR channel_id > $2)
          AND EXISTS (SELECT FROM channel_writer(draft.channel_id, $1))
        ORDER BY channel_id LIMIT $3`,
      [userId, cursor ?? null, limit + 1],
    );
  }

  async exists(manager: EntityManager, userId: string, channelId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query('SELECT FROM drafts WHERE user_id = $1 AND channel_id = $2', [
      userId,
      channelId,
    ]);
    return rows.length > 0;
  }

  /**
   * Stores a draft, while the user is a member. The row lock on the membership blocks its end.
   * @returns undefined if the membership ended
   */
  async save(
    manager: EntityManager,
    userId: string,
    channelId: string,
    content: string,
  ): Promise<DraftView | undefined> {
    const rows: DraftView[] = await manager.query(
      `INSERT INTO drafts (user_id, channel_id, content, rev)
       SELECT member.user_id, channel.id, $3, nextval('draft_revisions') FROM channels channel
         JOIN server_members member ON member.server_id = ${serverOfChannel('channel')}
        WHERE channel.id = $2 AND member.user_id = $1 FOR KEY SHARE OF channel, member
       ON CONFLICT (user_id, channel_id)
       DO UPDATE SET content = excluded.content, rev = excluded.rev, updated_at = now()
       RETURNING ${DRAFT}`,
      [userId, channelId, content],
    );
    return rows[0];
  }

  /** Deletes a draft, if it exists. @returns it without its text, with the revision of the deletion */
  async delete(manager: EntityManager, userId: string, channelId: string): Promise<DraftView> {
    await manager.query('DELETE FROM drafts WHERE user_id = $1 AND channel_id = $2', [userId, channelId]);
    const rows: { rev: number }[] = await manager.query(`SELECT nextval('draft_revisions')::float8 AS rev`);
    return { channelId, content: '', rev: rows[0]?.rev ?? 0 };
  }
}
