/** The largest body of a request, in bytes. */
export const REQUEST_BYTES = { members: 1_048_576, visitors: 16_384 } as const;

/**
 * How many texts a member may write: posts, replies, profiles, archives and capsules together, new or changed. About ten a
 * minute, in bursts of twenty.
 */
export const WRITING_PACE = [
  { points: 20, seconds: 60 },
  { points: 100, seconds: 10 * 60 },
] as const;
