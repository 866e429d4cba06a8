import { Injectable } from '@nestjs/common';
import { SUGGESTION_DAYS, type SuggestionView } from '@oniverse/contracts';
import { listedFor, opensToVisitors } from '@oniverse/data';
import { DataSource } from 'typeorm';
import { authorColumns, hasChanged, type OptionalAuthorRow, withoutHiddenTags } from '../../shared/index.js';

const SHOWN = 3;

export interface SuggestionRow extends OptionalAuthorRow {
  id: string;
  kind: SuggestionView['kind'];
  tags: string[];
  joined_at: Date | null;
  server_id: string | null;
  server_name: string | null;
}

/** Selects the tags of a row `suggestion` that its member, or some listed member of its dimension, still shows. */
const STILL_SHOWN = `
  SELECT tags.name FROM unnest(suggestion.tags) WITH ORDINALITY AS reason(tag, place) JOIN tags ON tags.name = reason.tag
   WHERE CASE WHEN owner.id IS NULL
         THEN EXISTS (SELECT FROM user_tags JOIN server_members member ON member.user_id = user_tags.user_id
                        JOIN users carrier ON carrier.id = user_tags.user_id AND ${listedFor('carrier', '$1')}
                       WHERE user_tags.tag_id = tags.id AND member.server_id = server.id AND carrier.id <> $1)
         ELSE EXISTS (SELECT FROM user_tags WHERE user_tags.user_id = owner.id AND user_tags.tag_id = tags.id) END
   ORDER BY reason.place`;

@Injectable()
export class SuggestionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns suggestions that are still true and visible: the member shows the tags, and is not linked yet. Their tags are
   * those that are still shown.
   */
  async list(userId: string): Promise<SuggestionRow[]> {
    const rows: (SuggestionRow & { owner_id: string | null; has_changed: boolean })[] =
      await this.dataSource.query(
        `SELECT suggestion.id, suggestion.kind, shown.tags, ${authorColumns('owner')}, server.id AS server_id, server.name AS server_name,
              owner.id AS owner_id, ${hasChanged('owner.id')} AS has_changed,
              CASE WHEN owner.created_at > now() - make_interval(days => ${SUGGESTION_DAYS}) THEN owner.created_at END
                AS joined_at
         FROM suggestions suggestion
         LEFT JOIN users owner ON owner.id = suggestion.member_id AND ${listedFor('owner', '$1')}
         LEFT JOIN servers server ON server.id = suggestion.server_id AND ${opensToVisitors('server')}
        CROSS JOIN LATERAL (SELECT ARRAY(${STILL_SHOWN}) AS tags) shown
        WHERE suggestion.user_id = $1 AND suggestion.dismissed_at IS NULL AND cardinality(shown.tags) > 0 AND (
          owner.id <> $1
            AND NOT EXISTS (SELECT FROM connections link WHERE link.from_user_id = least($1, owner.id)
                               AND link.to_user_id = greatest($1, owner.id))
          OR server.id IS NOT NULL
            AND NOT EXISTS (SELECT FROM server_members member
                             WHERE member.server_id = server.id AND member.user_id = $1)
            AND NOT EXISTS (SELECT FROM server_removals ban
                             WHERE ban.server_id = server.id AND ban.user_id = $1))
        ORDER BY suggestion.id LIMIT ${SHOWN}`,
        [userId],
      );
    const carriers = rows.map((row) => ({ ...row, suggestion: row, id: row.owner_id ?? '' }));
    const shown = await withoutHiddenTags(this.dataSource.manager, carriers);
    return shown.flatMap(({ suggestion, tags }) => (tags.length > 0 ? { ...suggestion, tags } : []));
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
