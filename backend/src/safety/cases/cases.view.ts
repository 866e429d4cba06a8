import { type ServerCaseDetail, serverCaseSchema, type ServerCaseView, viewOf } from '@oniverse/contracts';
import type { GivenReportRow, ServerCaseDetailRow, ServerCaseRow } from './cases.repository.js';

export const serverCaseView = (row: ServerCaseRow): ServerCaseView =>
  viewOf(serverCaseSchema, {
    ...row,
    closing:
      row.outcome === null || row.closed_at === null
        ? null
        : {
            outcome: row.outcome,
            reason: row.outcome_reason,
            username: row.closed_by,
            closedAt: row.closed_at.toISOString(),
          },
  });

export const serverCaseDetail = (
  row: ServerCaseDetailRow,
  given: readonly GivenReportRow[],
): ServerCaseDetail => ({
  ...serverCaseView(row),
  snapshot: row.snapshot,
  isDeleted: row.is_deleted,
  isMember: row.is_member,
  given: given.map((report) => ({ ...report, createdAt: report.createdAt.toISOString() })),
});
