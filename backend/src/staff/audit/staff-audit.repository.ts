import { Injectable } from '@nestjs/common';
import type { ColumnsOf, StaffAuditView } from '@oniverse/contracts';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { optionalAuthorColumns, type PrefixedAuthorRow } from '../../shared/index.js';

export type StaffAuditRow = ColumnsOf<Omit<StaffAuditView, 'actor' | 'subject'>> &
  PrefixedAuthorRow<'actor'> &
  PrefixedAuthorRow<'subject'>;

/** How many entries the trail of a case shows. */
const TRAIL_ENTRIES = 100;

const COLUMNS = `entry.id, entry.kind, entry.detail, entry.created_at, entry.is_by_operators,
  ${optionalAuthorColumns('actor')}, ${optionalAuthorColumns('subject')}`;
const TABLES = `staff_audit entry LEFT JOIN users actor ON actor.id = entry.actor_id
  LEFT JOIN users subject ON subject.id = entry.subject_id`;

@Injectable()
export class StaffAuditRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of entries, newest first, plus one more row if there is a next page. @param withLooks not only actions */
  async listPage(
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
    withLooks: boolean,
  ): Promise<StaffAuditRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM ${TABLES}
        WHERE ($1::uuid IS NULL OR entry.id < $1)${withLooks ? '' : ' AND entry.look IS NULL'}
        ORDER BY entry.id DESC LIMIT $2`,
      [cursor ?? null, limit + 1],
    );
  }

  /** Returns the newest entries about a case, oldest first. @param lookerId whose looks are among them; null for all looks */
  async listOfCase(
    manager: EntityManager,
    caseId: string,
    lookerId: string | null,
  ): Promise<StaffAuditRow[]> {
    const rows: StaffAuditRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM ${TABLES}
        WHERE entry.case_id = $1 AND (entry.look IS NULL OR $2::uuid IS NULL OR entry.actor_id = $2)
        ORDER BY entry.id DESC LIMIT ${TRAIL_ENTRIES}`,
      [caseId, lookerId],
    );
    return rows.toReversed();
  }
}
