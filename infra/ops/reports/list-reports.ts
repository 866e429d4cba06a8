import type { ReportKind, ReportReason } from '@oniverse/contracts';
import { handledInDimension } from '@oniverse/data';
import type { DataSource } from 'typeorm';

export interface ListedCase {
  number: number;
  kind: ReportKind;
  title: string | null;
  username: string | null;
  reason: ReportReason;
  reports: number;
  opened_at: Date;
  /** Whether the owner and moderators of a dimension handle it. */
  is_in_dimension: boolean;
}

const IN_DIMENSION = handledInDimension('thing');

export interface ReportsPage {
  /** Whether those that a dimension handles are included. */
  isAll: boolean;
  limit: number;
  cursor: string | undefined;
}

/** Returns a page of the open cases, oldest first, plus one more row if there is a next page. */
export async function listReports(
  dataSource: DataSource,
  { isAll, limit, cursor }: ReportsPage,
): Promise<(ListedCase & { id: string })[]> {
  return dataSource.query(
    `SELECT thing.id, thing.number, thing.kind, thing.snapshot->>'title' AS title, about.username, thing.reason,
            (SELECT count(*)::integer FROM reports WHERE case_id = thing.id) AS reports, thing.opened_at,
            ${IN_DIMENSION} AS is_in_dimension
       FROM cases thing LEFT JOIN users about ON about.id = thing.about_user_id
      WHERE thing.state = 'open' AND ($1 OR NOT ${IN_DIMENSION}) AND ($2::uuid IS NULL OR thing.id > $2)
      ORDER BY thing.id LIMIT $3`,
    [isAll, cursor ?? null, limit + 1],
  );
}
