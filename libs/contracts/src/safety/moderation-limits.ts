/** Limits of reports and moderation, apart from `LIMITS`, which every visitor loads. In Unicode characters. */
export const MODERATION_LIMITS = {
  reportNote: { max: 1_000 },
  /** What staff write when they close a case. */
  caseReason: { max: 1_000 },
} as const;

/** Reports of a member in 24 hours. */
export const REPORTS_PER_DAY = 20;

/** The snapshot of a case and the notes of its reports are deleted this many days after it was closed. */
export const SNAPSHOT_DAYS = 180;

/** Entries of the audit log of a dimension are deleted after this many days. */
export const SERVER_AUDIT_DAYS = 365;
