/** How many reports of a case are shown: first those with a snapshot, which many others must not push out. */
const SHOWN_REPORTS = 100;

/** Returns the SQL that selects the shown reports of case $1, oldest first. @param columns of `report` and what is joined */
export const givenReports = (columns: string, joined = ''): string =>
  `SELECT ${columns}
     FROM (SELECT * FROM reports WHERE case_id = $1 ORDER BY snapshot IS NULL, id LIMIT ${SHOWN_REPORTS}) report ${joined}
    ORDER BY report.id`;
