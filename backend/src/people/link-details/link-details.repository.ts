import { Injectable } from '@nestjs/common';
import { listedFor, VISIBLE } from '@oniverse/data';
import { DataSource } from 'typeorm';
import { authorColumns, type AuthorRow } from '../../shared/index.js';

export interface LinkedMemberRow extends AuthorRow {
  id: string;
  bio: string | null;
  profile_markdown: string;
  own_markdown: string;
  /** Null without a link. */
  strength: number | null;
  created_at: Date | null;
}

export interface SharedTagRow {
  name: string;
  is_hub: boolean;
}

export interface SourceRow {
  user_id: string;
  tag: string;
  kind: 'post' | 'image' | 'board';
  uses: number;
  /** The newest items. */
  ids: string[];
  names: string[];
}

const itemsOf = (table: string, kind: SourceRow['kind'], name: string, isShown: string): string =>
  `SELECT user_id, '${kind}' AS kind, id, ${name} AS name, unnest(tags) AS tag FROM ${table} thing
    WHERE user_id = ANY($1::uuid[]) AND tags && $2 AND ${isShown}`;

@Injectable()
export class LinkDetailsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a member and the link to the reader. A private member has no links, even while their rows await deletion. */
  async findMember(readerId: string, memberId: string): Promise<LinkedMemberRow | undefined> {
    const rows: LinkedMemberRow[] = await this.dataSource.query(
      `SELECT owner.id, ${authorColumns('owner')}, owner.bio, owner.profile_markdown,
              self.profile_markdown AS own_markdown, link.strength, link.created_at
         FROM users owner JOIN users self ON self.id = $1
         LEFT JOIN connections link ON self.is_public AND ${listedFor('owner', '$1')}
              AND link.from_user_id = least($1::uuid, $2::uuid) AND link.to_user_id = greatest($1::uuid, $2::uuid)
        WHERE owner.id = $2`,
      [readerId, memberId],
    );
    return rows[0];
  }

  /** Returns tags that both members show, those that draw lines first. */
  async listSharedTags(readerId: string, memberId: string, limit: number): Promise<SharedTagRow[]> {
    return this.dataSource.query(
      `SELECT tags.name, tags.is_hub
         FROM user_tags mine JOIN user_tags theirs ON theirs.user_id = $2 AND theirs.tag_id = mine.tag_id
         JOIN users self ON self.id = $1 AND self.is_public
         JOIN tags ON tags.id = mine.tag_id
        WHERE mine.user_id = $1 ORDER BY tags.is_hub, tags.name COLLATE "C" LIMIT $3`,
      [readerId, memberId, limit],
    );
  }

  /** Returns the member's most common tags that the reader does not show and that draw lines. */
  async listNextTags(readerId: string, memberId: string, limit: number): Promise<string[]> {
    const rows: { name: string }[] = await this.dataSource.query(
      `SELECT tags.name FROM user_tags theirs JOIN tags ON tags.id = theirs.tag_id AND NOT tags.is_hub
        WHERE theirs.user_id = $2
          AND NOT EXISTS (SELECT FROM user_tags mine WHERE mine.user_id = $1 AND mine.tag_id = theirs.tag_id)
        ORDER BY tags.usage_count DESC, tags.name COLLATE "C" LIMIT $3`,
      [readerId, memberId, limit],
    );
    return rows.map(({ name }) => name);
  }

  /** Returns where the members show the tags, in items that others may see. */
  async listSources(
    userIds: readonly string[],
    tags: readonly string[],
    named: number,
  ): Promise<SourceRow[]> {
    return this.dataSource.query(
      `SELECT user_id, tag, kind, count(*)::integer AS uses,
              (array_agg(id ORDER BY id DESC))[:$3] AS ids, (array_agg(name ORDER BY id DESC))[:$3] AS names
         FROM (${itemsOf('posts', 'post', 'title', VISIBLE.post)}
               UNION ALL ${itemsOf('images', 'image', "''", VISIBLE.image)}
               UNION ALL ${itemsOf('boards', 'board', 'name', VISIBLE.board)}) AS item
        WHERE tag = ANY($2) GROUP BY user_id, tag, kind`,
      [userIds, tags, named],
    );
  }

  /** Returns the smallest dimensions that both are members of. */
  async listSharedDimensions(
    readerId: string,
    memberId: string,
    limit: number,
  ): Promise<{ id: string; name: string; is_public: boolean }[]> {
    return this.dataSource.query(
      `SELECT server.id, server.name, server.is_public FROM server_members mine
         JOIN server_members theirs ON theirs.server_id = mine.server_id AND theirs.user_id = $2
         JOIN servers server ON server.id = mine.server_id
        WHERE mine.user_id = $1 ORDER BY server.member_count, server.id LIMIT $3`,
      [readerId, memberId, limit],
    );
  }
}
