import type { ServerCaseDetail, ServerCaseView } from '@oniverse/contracts';
import type { GivenReportRow, ServerCaseDetailRow, ServerCaseRow } from './cases.repository.js';

export const serverCaseView = (row: ServerCaseRow): ServerCaseView => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  title: row.title,
  channelName: row.channel_name,
  username: row.username,
  reason: row.reason,
  reports: row.reports,
  openedAt: row.opened_at.toISOString(),
  isHandedOn: row.is_handed_on,
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
