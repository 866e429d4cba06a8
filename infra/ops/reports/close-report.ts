import type { ReportResult } from '@oniverse/contracts';
import { closeCase, recordStaffAction } from '@oniverse/data';
import type { DataSource } from 'typeorm';
import { notFound } from '../cli/command-error.js';

/**
 * Closes a case, also one that a dimension handles. Its reporters learn the outcome; the command changes nothing else.
 * @throws Error if no open case has the number
 */
export async function closeReport(
  dataSource: DataSource,
  number: number,
  { outcome, reason }: { outcome: ReportResult; reason: string | null },
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const rows: { id: string; about_user_id: string | null }[] = await manager.query(
      `SELECT id, about_user_id FROM cases WHERE number = $1 AND state = 'open' FOR NO KEY UPDATE`,
      [number],
    );
    const found = rows[0];
    if (!found) throw notFound(`No open report has the number ${number}.`);
    const { id: caseId, about_user_id: subjectId } = found;
    await closeCase(manager, caseId, { outcome, reason });
    await recordStaffAction(manager, {
      kind: 'case_closed',
      actorId: null,
      subjectId,
      caseId,
      detail: { case: number, outcome },
    });
  });
}
