export const SESSION = {
  renewEveryMs: 24 * 60 * 60 * 1000,
  /** Minimum time between two updates of `lastSeenAt`. */
  seenEveryMs: 5 * 60 * 1000,
  /** A login beyond this number ends the session that was idle the longest. */
  perMember: 50,
} as const;

/** Maximum number of open sockets per backend; further ones are refused with `quota_reached`. */
export const SOCKETS = { perSession: 20, perAddress: 200 } as const;
