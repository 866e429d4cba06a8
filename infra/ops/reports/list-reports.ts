import type { ReportKind, ReportReason } from '@oniverse/contracts';
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

/**
 * SQL condition on `cases thing`: the owner and moderators of a dimension handle it. They do not see cases about the
 * owner, and those that they handed on.
 */
export const IN_DIMENSION = `(thing.kind = 'message' AND thing.server_id IS NOT NULL AND thing.handed_on_at IS NULL
  AND NOT EXISTS (SELECT FROM servers place WHERE place.id = thing.server_id AND place.owner_id = thing.about_user_id))`;

/** Returns the open cases, oldest first. @param isAll includes those that a dimension handles */
export async function listReports(dataSource: DataSource, isAll: boolean): Promise<ListedCase[]> {
  return dataSource.query(
    `SELECT thing.number, thing.kind, thing.snapshot->>'title' AS title, about.username, thing.reason,
            (SELECT count(*)::integer FROM reports WHERE case_id = thing.id) AS reports, thing.opened_at,
            ${IN_DIMENSION} AS is_in_dimension
       FROM cases thing LEFT JOIN users about ON about.id = thing.about_user_id
      WHERE thing.state = 'open' AND ($1 OR NOT ${IN_DIMENSION}) ORDER BY thing.id`,
    [isAll],
  );
}
