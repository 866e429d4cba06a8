import type { TagView } from '@oniverse/contracts';
import { Injectable } from '@nestjs/common';
import { VISIBLE } from '@oniverse/data';
import { DataSource } from 'typeorm';

@Injectable()
export class TagsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async profileText(userId: string): Promise<string> {
    const rows: { profile_markdown: string }[] = await this.dataSource.query(
      'SELECT profile_markdown FROM users WHERE id = $1',
      [userId],
    );
    return rows[0]?.profile_markdown ?? '';
  }

  /** Returns the tags of a member's entities by name, counting all public uses and the member's own private uses. */
  async listUsedBy(userId: string, profileTags: readonly string[]): Promise<TagView[]> {
    return this.dataSource.query(
      `WITH used AS (
         SELECT unnest(tags) AS name, ${VISIBLE.post} AS shown FROM posts thing WHERE user_id = $1
         UNION ALL SELECT unnest(tags), ${VISIBLE.image} FROM images thing WHERE user_id = $1
         UNION ALL SELECT unnest(tags), ${VISIBLE.board} FROM boards thing WHERE user_id = $1
         UNION ALL SELECT unnest(tags), false FROM capsules WHERE user_id = $1
         UNION ALL SELECT unnest(tags), false FROM profile_archives WHERE user_id = $1
         UNION ALL SELECT unnest($2::text[]), true
       )
       SELECT tag.id, tag.name,
              tag.usage_count + (count(*) FILTER (WHERE NOT (used.shown AND owner.is_public)))::integer AS "usageCount"
         FROM used JOIN tags tag ON tag.name = used.name JOIN users owner ON owner.id = $1
        GROUP BY tag.id ORDER BY tag.name COLLATE "C"`,
      [userId, profileTags],
    );
  }
}
