import { WRITING_PACE } from '@oniverse/contracts';
import type { RateLimit, RateLimits } from '@oniverse/platform';
import { addRouteConfig } from '@oniverse/platform/backend';

declare module 'fastify' {
  interface FastifyContextConfig {
    ownLimit?: RateLimit;
    selfLimited?: true;
  }
}

/** The calls of a member, or of an address without a session. */
export const API_LIMIT: RateLimit = { name: 'api', points: 300, seconds: 60 };

/** Gives a costly call a limit of its own for each member or address, besides the general API limit. */
export const LimitedTo = (limit: RateLimit): MethodDecorator => addRouteConfig({ ownLimit: limit });

/** Exempts a call from the general API limit because it has its own limit or needs none. */
export const SelfLimited = (): MethodDecorator => addRouteConfig({ selfLimited: true });

const WRITING_LIMITS = WRITING_PACE.map(({ points, seconds }): RateLimit => ({
  name: `writing${seconds}`,
  points,
  seconds,
}));

/** Counts a text that a member writes. @throws ProblemError `rate_limited` */
export async function countWriting(limits: RateLimits, userId: string): Promise<void> {
  for (const limit of WRITING_LIMITS) await limits.consume(limit, userId);
}
