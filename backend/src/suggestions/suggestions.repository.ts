import { Injectable } from '@nestjs/common';
import type { SuggestionView } from '@oniverse/contracts';
import { listedFor } from '@oniverse/data';
import { DataSource } from 'typeorm';
import { authorColumns, type OptionalAuthorRow } from '../queries/author.js';

const SHOWN = 3;
const NEW_MEMBER_DAYS = 14;

export interface SuggestionRow extends OptionalAuthorRow {
  id: string;
  kind: SuggestionView['kind'];
  tags: string[];
  joined_at: Date | null;
  server_id: string | null;
  server_name: string | null;
}

@Injectable()
export class SuggestionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns suggestions that are still true and visible: the member shows the tags, and is not linked yet. */
  async list(userId: string): Promise<SuggestionRow[]> {
    return this.dataSource.query(
      `SELECT suggestion.id, suggestion.kind, suggestion.tags, ${authorColumns('owner')}, server.id AS server_id, server.name AS server_name,
              CASE WHEN owner.created_at > now() - make_interval(days => ${NEW_MEMBER_DAYS}) THEN owner.created_at END
                AS joined_at
         FROM suggestions suggestion
         LEFT JOIN users owner ON owner.id = suggestion.member_id AND ${listedFor('owner', '$1')}
         LEFT JOIN servers server ON server.id = suggestion.server_id AND server.is_public
        WHERE suggestion.user_id = $1 AND suggestion.dismissed_at IS NULL AND (
          owner.id <> $1
            AND NOT EXISTS (SELECT FROM connections link WHERE link.from_user_id = least($1, owner.id)
                               AND link.to_user_id = greatest($1, owner.id))
            AND EXISTS (SELECT FROM user_tags JOIN tags ON tags.id = user_tags.tag_id
                         WHERE user_tags.user_id = owner.id AND tags.name = ANY(suggestion.tags))
          OR server.id IS NOT NULL
            AND NOT EXISTS (SELECT FROM server_members member
                             WHERE member.server_id = server.id AND member.user_id = $1)
            AND NOT EXISTS (SELECT FROM server_removals ban
                             WHERE ban.server_id = server.id AND ban.user_id = $1))
        ORDER BY suggestion.id LIMIT ${SHOWN}`,
      [userId],
    );
  }

  /** @returns whether the member has the suggestion */
  async dismiss(userId: string, id: string): Promise<boolean> {
    const [, count]: [unknown[], number] = await this.dataSource.query(
      'UPDATE suggestions SET dismissed_at = coalesce(dismissed_at, now()) WHERE id = $2 AND user_id = $1',
      [userId, id],
    );
    return count > 0;
  }
}
