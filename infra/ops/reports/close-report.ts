import type { ReportResult } from '@oniverse/contracts';
import { enqueueOutbox, notifyEntry } from '@oniverse/data';
import type { DataSource } from 'typeorm';

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
    const [rows]: [{ id: string }[], number] = await manager.query(
      `UPDATE cases SET state = 'closed', outcome = $2, outcome_reason = $3, closed_at = now()
        WHERE number = $1 AND state = 'open' RETURNING id`,
      [number, outcome, reason],
    );
    const closed = rows[0];
    if (!closed) throw new Error(`No open report has the number ${number}.`);
    await enqueueOutbox(manager, [notifyEntry({ kind: 'report', caseId: closed.id })]);
  });
}
