import type { CaseOutcome, CaseState, ReportReason, Snapshot } from '@oniverse/contracts';
import { handledInDimension, recordStaffLook } from '@oniverse/data';
import type { DataSource } from 'typeorm';
import { notFound } from '../cli/command-error.js';
import type { ListedCase } from './list-reports.js';

export interface ShownCase extends ListedCase {
  subject_id: string | null;
  server_id: string | null;
  state: CaseState;
  outcome: CaseOutcome | null;
  outcome_reason: string | null;
  closed_at: Date | null;
  handed_on_at: Date | null;
  /** Null 180 days after the case was closed. */
  snapshot: Snapshot | null;
  /** The key of a copy of a reported picture in the object store. */
  snapshot_object: string | null;
  /** Oldest first. The reporter is null if the account was erased, and for what a repetition found. */
  given: {
    reporter: string | null;
    reason: ReportReason;
    note: string | null;
    created_at: Date;
    /** The thing as this report found it; null if an earlier snapshot shows the same content. */
    snapshot: Snapshot | null;
  }[];
}

/** Returns a case with everything about it, and records the look. @throws Error if no case has the number */
export async function showReport(dataSource: DataSource, number: number): Promise<ShownCase> {
  const [found]: (Omit<ShownCase, 'given'> & { id: string; about_user_id: string | null })[] =
    await dataSource.query(
      `SELECT thing.id, thing.about_user_id, thing.number, thing.kind, thing.snapshot->>'title' AS title, about.username, thing.reason,
            (SELECT count(*)::integer FROM reports WHERE case_id = thing.id) AS reports, thing.opened_at,
            ${handledInDimension('thing')} AS is_in_dimension, thing.subject_id, thing.server_id, thing.state, thing.outcome,
            thing.outcome_reason, thing.closed_at, thing.handed_on_at, thing.snapshot, thing.snapshot_object
       FROM cases thing LEFT JOIN users about ON about.id = thing.about_user_id WHERE thing.number = $1`,
      [number],
    );
  if (!found) throw notFound(`No report has the number ${number}.`);
  const { id, about_user_id: subjectId, ...shown } = found;
  await recordStaffLook(dataSource.manager, {
    kind: 'case_viewed',
    actorId: null,
    subjectId,
    caseId: id,
    detail: { case: number },
    thing: id,
  });
  const given: ShownCase['given'] = await dataSource.query(
    `SELECT reporter.username AS reporter, report.reason, report.note, report.created_at, report.snapshot
       FROM reports report LEFT JOIN users reporter ON reporter.id = report.reporter_id
      WHERE report.case_id = $1 ORDER BY report.id`,
    [id],
  );
  return { ...shown, given };
}
