import { WRITING_PACE } from '@oniverse/contracts';
import type { RateLimit, RateLimits } from '@oniverse/platform';

const LIMITS = WRITING_PACE.map(({ points, seconds }): RateLimit => ({
  name: `writing${seconds}`,
  points,
  seconds,
}));

/** Counts a text that a member writes. @throws ProblemError `rate_limited` */
export async function countWriting(limits: RateLimits, userId: string): Promise<void> {
  for (const limit of LIMITS) await limits.consume(limit, userId);
}
