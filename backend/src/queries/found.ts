import { notFound } from '@oniverse/platform';

/** What a query that looks for one row has found. @throws ProblemError `not_found` where it is nothing */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw notFound();
  return row;
}
