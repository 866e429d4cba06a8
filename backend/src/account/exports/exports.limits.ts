export const EXPORT = {
  /** Lifetime of a download address. */
  addressMs: 15 * 60 * 1000,
  /** Exports that one backend streams at once; a member can have only one. */
  concurrent: 8,
  maxQueued: 64,
  /** Maximum duration from the first byte. */
  maxDurationMs: 30 * 60 * 1000,
  /** An export is aborted when its client reads nothing for this long. */
  stallMs: 60 * 1000,
} as const;
