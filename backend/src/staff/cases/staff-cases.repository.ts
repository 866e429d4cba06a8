import { Injectable } from '@nestjs/common';
import type {
  CaseState,
  ColumnsOf,
  ReportKind,
  ServerCaseDetail,
  Snapshot,
  StaffCaseList,
  StaffCaseView,
} from '@oniverse/contracts';
import { handledInDimension } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { givenReports } from '../../safety/index.js';
import { optionalAuthorColumns, type PrefixedAuthorRow } from '../../shared/index.js';

export type StaffCaseRow = ColumnsOf<StaffCaseView>;

export interface StaffCaseDetailRow extends StaffCaseRow {
  about_user_id: string | null;
  snapshot: Snapshot | null;
  has_picture: boolean;
  is_gone: boolean;
  note: string | null;
  closed_by: string | null;
}

export type StaffReportRow = ColumnsOf<ServerCaseDetail['given'][number]> & PrefixedAuthorRow<'reporter'>;

export interface StaffCasesPage extends Pick<PageQueryDto, 'limit' | 'cursor'> {
  list: StaffCaseList;
  /** Also those that a dimension handles. */
  all?: boolean;
}

export interface LockedCase {
  number: number;
  kind: ReportKind;
  state: CaseState;
  subject_id: string | null;
  server_id: string | null;
  about_user_id: string | null;
  title: string | null;
  assigned_to: string | null;
}

const IN_DIMENSION = handledInDimension('thing');

/** For the caller $1. */
const COLUMNS = `thing.id, thing.number, thing.kind, thing.snapshot->>'title' AS title,
  thing.snapshot->>'channelName' AS channel_name, about.username, thing.reason,
  (SELECT count(*)::integer FROM reports WHERE case_id = thing.id) AS reports, thing.opened_at,
  thing.handed_on_at IS NOT NULL AS is_handed_on, ${IN_DIMENSION} AS is_with_dimension, assignee.username AS assignee,
  coalesce(thing.assigned_to = $1, false) AS is_mine, thing.outcome, thing.closed_at`;
const TABLES = `cases thing LEFT JOIN users about ON about.id = thing.about_user_id
  LEFT JOIN users assignee ON assignee.id = thing.assigned_to`;
/** Nobody handles, or learns of, reports about themselves. */
const FOR_CALLER = 'thing.about_user_id IS DISTINCT FROM $1';

const LISTED: Readonly<Record<StaffCaseList, string>> = {
  open: `thing.state = 'open'`,
  mine: `thing.state = 'open' AND thing.assigned_to = $1`,
  closed: `thing.state = 'closed'`,
};

const live = (table: string, condition: string): string =>
  `NOT EXISTS (SELECT FROM ${table} WHERE id = thing.subject_id AND ${condition})`;

/** SQL: others no longer see the reported thing. */
const IS_GONE = `CASE thing.kind
  WHEN 'message' THEN ${live('messages', 'deleted_at IS NULL')}
  WHEN 'reply' THEN ${live('post_replies', 'deleted_at IS NULL')}
  WHEN 'post' THEN ${live('posts', 'is_public AND NOT is_archived')}
  WHEN 'picture' THEN ${live('images', 'is_public')}
  WHEN 'dimension' THEN ${live('servers', 'true')}
  ELSE ${live('users', 'is_public')} END`;

const REPORT_COLUMNS = `report.id, report.reason, report.note, report.created_at, report.snapshot,
  ${optionalAuthorColumns('reporter')}`;

@Injectable()
export class StaffCasesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns a page of cases, newest first, plus one more row if there is a next page. */
  async listPage(
    callerId: string,
    { list, all = false, limit, cursor }: StaffCasesPage,
  ): Promise<StaffCaseRow[]> {
    const isWanted = all || list === 'mine' ? LISTED[list] : `${LISTED[list]} AND NOT ${IN_DIMENSION}`;
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM ${TABLES}
        WHERE ${isWanted} AND ${FOR_CALLER} AND ($2::uuid IS NULL OR thing.id < $2)
        ORDER BY thing.id DESC LIMIT $3`,
      [callerId, cursor ?? null, limit + 1],
    );
  }

  /** Returns the newest cases about a member. */
  async listAbout(
    manager: EntityManager,
    callerId: string | null,
    userId: string,
    limit: number,
  ): Promise<StaffCaseRow[]> {
    return manager.query(
      `SELECT ${COLUMNS} FROM ${TABLES}
        WHERE thing.about_user_id = $2 AND ${FOR_CALLER} ORDER BY thing.id DESC LIMIT $3`,
      [callerId, userId, limit],
    );
  }

  async find(
    manager: EntityManager,
    callerId: string,
    caseId: string,
  ): Promise<StaffCaseDetailRow | undefined> {
    const rows: StaffCaseDetailRow[] = await manager.query(
      `SELECT ${COLUMNS}, thing.about_user_id, thing.snapshot, thing.snapshot_object IS NOT NULL AS has_picture,
              ${IS_GONE} AS is_gone, thing.outcome_reason AS note, closer.username AS closed_by
         FROM ${TABLES} LEFT JOIN users closer ON closer.id = thing.closed_by
        WHERE thing.id = $2 AND ${FOR_CALLER}`,
      [callerId, caseId],
    );
    return rows[0];
  }

  async listGiven(manager: EntityManager, caseId: string): Promise<StaffReportRow[]> {
    return manager.query(
      givenReports(REPORT_COLUMNS, 'LEFT JOIN users reporter ON reporter.id = report.reporter_id'),
      [caseId],
    );
  }

  /** Returns what a case is about, without a lock. */
  async findSubject(
    callerId: string,
    caseId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Pick<LockedCase, 'number' | 'kind' | 'about_user_id'> | undefined> {
    const rows: Pick<LockedCase, 'number' | 'kind' | 'about_user_id'>[] = await manager.query(
      `SELECT number, kind, about_user_id FROM cases thing WHERE id = $2 AND ${FOR_CALLER}`,
      [callerId, caseId],
    );
    return rows[0];
  }

  async lock(manager: EntityManager, callerId: string, caseId: string): Promise<LockedCase | undefined> {
    const rows: LockedCase[] = await manager.query(
      `SELECT number, kind, state, subject_id, server_id, about_user_id, snapshot->>'title' AS title, assigned_to
         FROM cases thing WHERE id = $2 AND ${FOR_CALLER} FOR NO KEY UPDATE`,
      [callerId, caseId],
    );
    return rows[0];
  }

  async assign(manager: EntityManager, caseId: string, userId: string | null): Promise<void> {
    await manager.query('UPDATE cases SET assigned_to = $2 WHERE id = $1', [caseId, userId]);
  }

  /** Returns the key of the copy of a reported picture in the object store. */
  async findPicture(manager: EntityManager, callerId: string, caseId: string): Promise<string | undefined> {
    const rows: { snapshot_object: string }[] = await manager.query(
      `SELECT snapshot_object FROM cases thing WHERE id = $2 AND ${FOR_CALLER} AND snapshot_object IS NOT NULL`,
      [callerId, caseId],
    );
    return rows[0]?.snapshot_object;
  }
}
