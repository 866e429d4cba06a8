import { notFound } from '@oniverse/platform';

/** Returns the row. @throws ProblemError `not_found` if it is undefined */
export function requireRow<T>(row: T | undefined): T {
  if (row === undefined) throw notFound();
  return row;
}
