import { notFound } from '@oniverse/platform';
import type { SortOrder } from '@oniverse/contracts';

/** SQL operators for paging through ids: the comparison with the cursor, and the sort direction. */
export const LIST_ORDER = {
  newest: { after: '<', direction: 'DESC' },
  oldest: { after: '>', direction: 'ASC' },
} as const satisfies Record<SortOrder, { after: string; direction: string }>;

/** Returns a LIKE pattern that matches strings containing `text`, with special characters escaped. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Returns the row. @throws ProblemError `not_found` if it is undefined */
export function requireRow<T>(row: T | undefined): T {
  if (row === undefined) throw notFound();
  return row;
}

/** SQL for a moment as a text in the form of answers. @param moment an SQL expression */
export const isoTime = (moment: string): string =>
  `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL for the next `updated_at` of a locked server row: at least 1 ms later, so that clients can order changes. */
export const NEXT_UPDATED_AT = `greatest(clock_timestamp(), updated_at + interval '1 millisecond')`;
