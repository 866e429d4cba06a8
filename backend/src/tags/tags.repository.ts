import { Injectable } from '@nestjs/common';
import { SHOWN } from '@oniverse/data';
import { DataSource } from 'typeorm';

/** A tag, and how many things have it. */
export interface TagRow {
  id: string;
  name: string;
  usage_count: number;
}

/** Every query on tags. */
@Injectable()
export class TagsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The text of a member's page; empty where the member is gone. */
  async profileText(userId: string): Promise<string> {
    const rows: { profile_markdown: string }[] = await this.dataSource.query(
      'SELECT profile_markdown FROM users WHERE id = $1',
      [userId],
    );
    return rows[0]?.profile_markdown ?? '';
  }

  /**
   * The tags of all that a member has, by name. `tags.usage_count` counts all that is public, the member's own
   * included; what the member does not show is added to it, and of others' things nothing that they do not show.
   * @param ofProfile the tags of the member's profile text
   */
  async usedBy(userId: string, ofProfile: readonly string[]): Promise<TagRow[]> {
    return this.dataSource.query(
      `WITH used AS (
         SELECT unnest(tags) AS name, ${SHOWN.post} AS shown FROM posts thing WHERE user_id = $1
         UNION ALL SELECT unnest(tags), ${SHOWN.image} FROM images thing WHERE user_id = $1
         UNION ALL SELECT unnest(tags), ${SHOWN.board} FROM boards thing WHERE user_id = $1
         UNION ALL SELECT unnest(tags), false FROM capsules WHERE user_id = $1
         UNION ALL SELECT unnest(tags), false FROM profile_archives WHERE user_id = $1
         UNION ALL SELECT unnest($2::text[]), true
       )
       SELECT tag.id, tag.name,
              tag.usage_count + (count(*) FILTER (WHERE NOT (used.shown AND owner.is_public)))::integer AS usage_count
         FROM used JOIN tags tag ON tag.name = used.name JOIN users owner ON owner.id = $1
        GROUP BY tag.id ORDER BY tag.name COLLATE "C"`,
      [userId, ofProfile],
    );
  }
}
