/** Intervals and limits of the live connections of one backend. */
export const LIVE_PACE = {
  /** Interval between comparisons of the state that sockets show with the database. */
  headCheckMs: 2_000,
  /** Interval between checks of the sessions and memberships of all open sockets. */
  sessionCheckMs: 4_000,
  /** Maximum wait of a new socket for being admitted in a batch. */
  admissionWaitMs: 250,
  /** Requests per socket: initial burst, then rate. Rate limits apply besides. */
  requestBurst: 200,
  requestsPerSecond: 40,
  /** A socket with more unsent bytes than this is closed; checked at the following interval. */
  maxBufferedBytes: 1_048_576,
  slowCheckMs: 1_000,
  /** A backend that shuts down gives its sockets notice at random times within this period. */
  drainMs: 3_000,
  /** From the notice to the close, in which its client connects to another backend. */
  noticeMs: 2_000,
  inFlightGraceMs: 3_000,
  /** Interval at which backends compare their socket counts. */
  balanceMs: 10_000,
  /** Interval at which a backend looks whether it has room, and says so while any has none. */
  crowdingMs: 1_000,
  /** A backend that said nothing for this long has no room, as far as others know. */
  crowdingReportMs: 3_000,
  /** A backend has no room if its event loop is later than this on average, for so many samples in a row. */
  maxDelayMs: 100,
  delaySamples: 5,
  /** Nor if it uses more of the memory that JavaScript may take. */
  maxHeapShare: 0.9,
} as const;
