import { Injectable } from '@nestjs/common';
import type { ColumnsOf, StaffAuditView } from '@oniverse/contracts';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource } from 'typeorm';
import { optionalAuthorColumns, type PrefixedAuthorRow } from '../../shared/index.js';

export type StaffAuditRow = ColumnsOf<Omit<StaffAuditView, 'actor' | 'subject'>> &
  PrefixedAuthorRow<'actor'> &
  PrefixedAuthorRow<'subject'>;

@Injectable()
export class StaffAuditRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns a page of entries, newest first, plus one more row if there is a next page.
   * @param withLooks whether with those of looks at what is private
   */
  async listPage(
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
    withLooks: boolean,
  ): Promise<StaffAuditRow[]> {
    return this.dataSource.query(
      `SELECT entry.id, entry.kind, entry.detail, entry.created_at, entry.is_by_operators,
              ${optionalAuthorColumns('actor')}, ${optionalAuthorColumns('subject')}
         FROM staff_audit entry
         LEFT JOIN users actor ON actor.id = entry.actor_id LEFT JOIN users subject ON subject.id = entry.subject_id
        WHERE ($1::uuid IS NULL OR entry.id < $1)${withLooks ? '' : ` AND right(entry.kind, 7) <> '_viewed'`}
        ORDER BY entry.id DESC LIMIT $2`,
      [cursor ?? null, limit + 1],
    );
  }
}
