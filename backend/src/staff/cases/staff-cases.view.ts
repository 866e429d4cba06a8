import {
  outranks,
  staffCaseDetailSchema,
  type StaffCaseDetail,
  staffCaseSchema,
  type StaffCaseView,
  type StaffRole,
  viewOf,
} from '@oniverse/contracts';
import { prefixedAuthorView } from '../../shared/index.js';
import type { StaffCaseDetailRow, StaffCaseRow, StaffReportRow } from './staff-cases.repository.js';

export const staffCaseView = (row: StaffCaseRow): StaffCaseView => viewOf(staffCaseSchema, row);

/** @param about what belongs to the case; `staffRole` is that of the caller */
export const staffCaseDetail = (
  row: StaffCaseDetailRow,
  {
    given,
    staffRole,
    member,
    ...about
  }: Pick<StaffCaseDetail, 'member' | 'measures' | 'trail'> & {
    given: readonly StaffReportRow[];
    staffRole: StaffRole;
  },
): StaffCaseDetail =>
  viewOf(staffCaseDetailSchema, {
    ...row,
    ...about,
    member,
    can_act: outranks(staffRole, member?.staffRole ?? null),
    given: given.map((report) => ({
      id: report.id,
      reason: report.reason,
      note: report.note,
      createdAt: report.created_at.toISOString(),
      snapshot: report.snapshot,
      reporter: prefixedAuthorView(report, 'reporter'),
    })),
  });
