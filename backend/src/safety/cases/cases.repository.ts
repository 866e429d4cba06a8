import { Injectable } from '@nestjs/common';
import type {
  CaseOutcome,
  CaseState,
  CloseServerCaseBody,
  ColumnsOf,
  RowOf,
  ServerCaseDetail,
  ServerCaseView,
  ServerRole,
  Snapshot,
} from '@oniverse/contracts';
import { closeCase } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { givenReports } from './given-reports.js';

export interface ServerCaseRow extends ColumnsOf<Omit<ServerCaseView, 'closing'>> {
  outcome: CaseOutcome | null;
  outcome_reason: string | null;
  closed_at: Date | null;
  closed_by: string | null;
}

export interface ServerCaseDetailRow extends ServerCaseRow {
  snapshot: Snapshot | null;
  is_deleted: boolean;
  is_member: boolean;
}

export type GivenReportRow = RowOf<ServerCaseDetail['given'][number]>;

/** Which cases of a server a caller may handle: those about members with one of these roles, or without a role. */
export interface HandledCases {
  serverId: string;
  roles: readonly ServerRole[];
}

export interface CasesPage extends Pick<PageQueryDto, 'limit' | 'cursor'> {
  state: CaseState;
}

export interface LockedCase {
  number: number;
  is_open: boolean;
  message_id: string;
  about_user_id: string | null;
  is_deleted: boolean;
}

/** To the dimension, a case that it handed on is done. */
const IS_OPEN = `thing.state = 'open' AND thing.handed_on_at IS NULL`;
const IS_DELETED = `NOT EXISTS (
    SELECT FROM messages message JOIN channels channel ON channel.id = message.channel_id AND channel.detached_at IS NULL
     WHERE message.id = thing.subject_id AND message.deleted_at IS NULL) AS is_deleted`;

const COLUMNS = `thing.id, thing.number, thing.kind, thing.snapshot->>'title' AS title,
  thing.snapshot->>'channelName' AS channel_name, about.username, thing.reason,
  (SELECT count(*)::integer FROM reports WHERE case_id = thing.id) AS reports, thing.opened_at,
  thing.handed_on_at IS NOT NULL AS is_handed_on, thing.outcome, thing.outcome_reason, thing.closed_at,
  closer.username AS closed_by`;
const TABLES = `cases thing LEFT JOIN users about ON about.id = thing.about_user_id
  LEFT JOIN users closer ON closer.id = thing.closed_by
  LEFT JOIN server_members member ON member.server_id = thing.server_id AND member.user_id = thing.about_user_id`;
/** Cases of server $1 about messages, whose author has one of the roles $2 or is no member. */
const HANDLED = `thing.server_id = $1 AND thing.kind = 'message' AND coalesce(member.role, 'member') = ANY($2::text[])`;

@Injectable()
export class CasesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns a page of a server's cases, newest first, plus one more row if there is a next page. */
  async listPage(
    { serverId, roles }: HandledCases,
    { state, limit, cursor }: CasesPage,
  ): Promise<ServerCaseRow[]> {
    const isWanted = state === 'open' ? IS_OPEN : `NOT (${IS_OPEN})`;
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM ${TABLES}
        WHERE ${HANDLED} AND ${isWanted} AND ($3::uuid IS NULL OR thing.id < $3)
        ORDER BY thing.id DESC LIMIT $4`,
      [serverId, roles, cursor ?? null, limit + 1],
    );
  }

  async find({ serverId, roles }: HandledCases, caseId: string): Promise<ServerCaseDetailRow | undefined> {
    const rows: ServerCaseDetailRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS}, thing.snapshot, ${IS_DELETED}, member.id IS NOT NULL AS is_member
         FROM ${TABLES} WHERE ${HANDLED} AND thing.id = $3`,
      [serverId, roles, caseId],
    );
    return rows[0];
  }

  async listGiven(caseId: string): Promise<GivenReportRow[]> {
    return this.dataSource.query(
      givenReports(
        'report.id, report.reason, report.note, report.created_at AS "createdAt", report.snapshot',
      ),
      [caseId],
    );
  }

  /** Locks a case and returns what deciding it needs. */
  async lock(
    manager: EntityManager,
    { serverId, roles }: HandledCases,
    caseId: string,
  ): Promise<LockedCase | undefined> {
    const rows: LockedCase[] = await manager.query(
      `SELECT thing.number, ${IS_OPEN} AS is_open, thing.subject_id AS message_id, thing.about_user_id, ${IS_DELETED}
         FROM ${TABLES} WHERE ${HANDLED} AND thing.id = $3 FOR NO KEY UPDATE OF thing`,
      [serverId, roles, caseId],
    );
    return rows[0];
  }

  /** Closes a case, and informs the reporters. */
  async close(
    manager: EntityManager,
    caseId: string,
    userId: string,
    { outcome, reason }: CloseServerCaseBody,
  ): Promise<void> {
    await closeCase(manager, caseId, { outcome, reason: reason ?? null, closedBy: userId });
  }

  async handOn(manager: EntityManager, caseId: string): Promise<void> {
    await manager.query('UPDATE cases SET handed_on_at = now() WHERE id = $1', [caseId]);
  }
}
