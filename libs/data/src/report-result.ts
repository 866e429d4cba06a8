import { CASE_OUTCOMES, reportResult } from '@oniverse/contracts';

/** Returns an SQL expression of what the reporters of a case learn; null while it is open. @param alias of `cases` */
export const resultOf = (alias: string): string =>
  `CASE ${alias}.outcome ${CASE_OUTCOMES.map((outcome) => `WHEN '${outcome}' THEN '${reportResult(outcome)}'`).join(' ')} END`;
