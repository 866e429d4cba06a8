import { Injectable } from '@nestjs/common';
import type { ColumnsOf, StorageUsage } from '@oniverse/contracts';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns } from '../../shared/index.js';

export type StorageRow = Omit<
  ColumnsOf<StorageUsage>,
  'picture_limit' | 'attachment_limit' | 'has_own_picture_limit' | 'has_own_attachment_limit'
> & {
  id: string;
  /** The member's own; null for that of everyone. */
  picture_limit: number | null;
  attachment_limit: number | null;
};

export interface StoragePage extends Pick<PageQueryDto, 'limit' | 'cursor'> {
  /** Only the member with this Oni ID. */
  q?: string;
}

/** New limits in bytes: null for that of everyone, absent if unchanged. */
export interface StorageLimits {
  pictureLimit?: number | null;
  attachmentLimit?: number | null;
}

const COLUMNS = `member.id, member.id AS user_id, ${authorColumns('member')}, coalesce(usage.pictures, 0) AS pictures,
  coalesce(usage.picture_bytes, 0)::float8 AS picture_bytes, usage.picture_limit::float8,
  coalesce(usage.attachment_bytes, 0)::float8 AS attachment_bytes, usage.attachment_limit::float8`;
/** Must equal the expression of `member_usage_bytes_idx`. */
const BYTES = 'picture_bytes + attachment_bytes';
const BY_MEMBER = `SELECT ${COLUMNS} FROM users member LEFT JOIN member_usage usage ON usage.user_id = member.id`;

@Injectable()
export class StorageRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page, largest first, plus one more row if there is a next page. It begins after the present place of the cursor. */
  async listPage({ limit, cursor, q }: StoragePage): Promise<StorageRow[]> {
    if (q !== undefined) {
      return this.dataSource.query(`${BY_MEMBER} WHERE member.username = $1`, [q.toLowerCase()]);
    }
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM (
         SELECT * FROM member_usage
          WHERE $1::uuid IS NULL OR (${BYTES}, user_id) < ((SELECT ${BYTES} FROM member_usage WHERE user_id = $1), $1)
          ORDER BY (${BYTES}) DESC, user_id DESC LIMIT $2
       ) usage JOIN users member ON member.id = usage.user_id
        ORDER BY (usage.picture_bytes + usage.attachment_bytes) DESC, usage.user_id DESC`,
      [cursor ?? null, limit + 1],
    );
  }

  /** Returns undefined if the member does not exist. */
  async find(manager: EntityManager, userId: string): Promise<StorageRow | undefined> {
    const rows: StorageRow[] = await manager.query(`${BY_MEMBER} WHERE member.id = $1`, [userId]);
    return rows[0];
  }

  /** Sets limits of a member who exists. */
  async setLimits(manager: EntityManager, userId: string, limits: StorageLimits): Promise<void> {
    await manager.query(
      `INSERT INTO member_usage AS usage (user_id, picture_limit, attachment_limit) VALUES ($1, $2, $4)
       ON CONFLICT (user_id) DO UPDATE
         SET picture_limit = CASE WHEN $3 THEN $2 ELSE usage.picture_limit END,
             attachment_limit = CASE WHEN $5 THEN $4 ELSE usage.attachment_limit END`,
      [
        userId,
        limits.pictureLimit ?? null,
        limits.pictureLimit !== undefined,
        limits.attachmentLimit ?? null,
        limits.attachmentLimit !== undefined,
      ],
    );
  }
}
