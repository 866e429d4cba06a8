import { Injectable } from '@nestjs/common';
import type { ReportKind, ReportReason, ReportView, RowOf } from '@oniverse/contracts';
import { resultOf } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import type { Subject } from './subjects.js';

export type ReportRow = RowOf<ReportView>;

interface ReportedThing {
  kind: ReportKind;
  subjectId: string;
  reason: ReportReason;
}

interface NewReport extends Pick<Subject, 'snapshot'> {
  reporterId: string;
  reason: ReportReason;
  note?: string;
}

const COLUMNS = `report.id, thing.kind, thing.snapshot->>'title' AS title, report.reason, report.note,
  report.created_at AS "createdAt", ${resultOf('thing')} AS result, thing.closed_at AS "closedAt"`;

@Injectable()
export class ReportsRepository {
  constructor(private readonly dataSource: DataSource) {}

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns a page of a member's reports, newest first, plus one more row if there is a next page. */
  async listOwn(
    reporterId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<ReportRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM reports report JOIN cases thing ON thing.id = report.case_id
        WHERE report.reporter_id = $1 AND ($2::uuid IS NULL OR report.id < $2)
        ORDER BY report.id DESC LIMIT $3`,
      [reporterId, cursor ?? null, limit + 1],
    );
  }

  /** Returns whether an open case has a copy of the picture. */
  async hasCopy(kind: ReportKind, subjectId: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT FROM cases
        WHERE kind = $1 AND subject_id = $2 AND state = 'open' AND snapshot_object IS NOT NULL`,
      [kind, subjectId],
    );
    return rows.length > 0;
  }

  /** Opens a case about a thing, or joins the open one, and locks it. */
  async openCase(
    manager: EntityManager,
    { kind, subjectId, reason }: ReportedThing,
    { aboutUserId, serverId, snapshot }: Subject,
  ): Promise<{ id: string; hasCopy: boolean }> {
    const rows: { id: string; hasCopy: boolean }[] = await manager.query(
      `INSERT INTO cases (kind, subject_id, server_id, about_user_id, reason, snapshot)
       VALUES ($1, $2, $3, (SELECT id FROM users WHERE id = $4 FOR KEY SHARE), $5,
               $6::jsonb || jsonb_build_object('takenAt', now()))
       ON CONFLICT (kind, subject_id) WHERE state = 'open' DO UPDATE SET kind = excluded.kind
       RETURNING id, snapshot_object IS NOT NULL AS "hasCopy"`,
      [kind, subjectId, serverId, aboutUserId, reason, JSON.stringify(snapshot)],
    );
    const row = rows[0];
    if (!row) throw new Error('An upsert returned no row.');
    return row;
  }

  async setSnapshotObject(manager: EntityManager, caseId: string, key: string): Promise<void> {
    await manager.query('UPDATE cases SET snapshot_object = $2 WHERE id = $1', [caseId, key]);
  }

  /**
   * Lets a case keep the files of the reported thing. Locks the attachments, so that a deletion of the thing either comes first
   * or finds them kept.
   */
  async keepFiles(manager: EntityManager, caseId: string, files: readonly { id: string }[]): Promise<void> {
    await manager.query(
      `INSERT INTO case_files (case_id, path)
       SELECT $1, attached.object_path FROM attachments attached WHERE attached.id = ANY ($2::uuid[])
          FOR KEY SHARE
       ON CONFLICT DO NOTHING`,
      [caseId, files.map(({ id }) => id)],
    );
  }

  /**
   * Stores a report of a locked case, with a snapshot if no other of the case has the same content. A repetition only
   * adds its snapshot: to the member's report, or to one without a reporter if that has another content.
   */
  async insert(
    manager: EntityManager,
    caseId: string,
    { reporterId, reason, note, snapshot }: NewReport,
  ): Promise<void> {
    await manager.query(
      `WITH found AS (
         SELECT $5::jsonb || jsonb_build_object('takenAt', now()) AS snapshot WHERE NOT EXISTS (
           SELECT FROM (SELECT snapshot FROM cases WHERE id = $1
                        UNION ALL SELECT snapshot FROM reports WHERE case_id = $1) known
            WHERE (known.snapshot->>'title', known.snapshot->>'text')
                  IS NOT DISTINCT FROM ($5::jsonb->>'title', $5::jsonb->>'text'))
       ), own AS (
         INSERT INTO reports (case_id, reporter_id, reason, note, snapshot)
         VALUES ($1, $2, $3, $4, (SELECT snapshot FROM found))
         ON CONFLICT (case_id, reporter_id) DO UPDATE SET snapshot = coalesce(reports.snapshot, excluded.snapshot)
         RETURNING snapshot
       ) INSERT INTO reports (case_id, reason, snapshot)
         SELECT $1, $3, found.snapshot FROM found JOIN own ON own.snapshot <> found.snapshot`,
      [caseId, reporterId, reason, note ?? null, JSON.stringify(snapshot)],
    );
  }

  async findOwn(manager: EntityManager, caseId: string, reporterId: string): Promise<ReportRow | undefined> {
    const rows: ReportRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM reports report JOIN cases thing ON thing.id = report.case_id
        WHERE report.case_id = $1 AND report.reporter_id = $2`,
      [caseId, reporterId],
    );
    return rows[0];
  }
}
