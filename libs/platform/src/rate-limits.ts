import { createHash } from 'node:crypto';
import { MESSAGES } from '@oniverse/contracts';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from './problems.js';

/** Allows `points` uses per `seconds`. Each feature declares its own. */
export interface RateLimit {
  /** Unique; part of the Redis keys. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/**
 * Counts rate limits in Redis, across all instances. Counts in the process while Redis is down, hangs or is out of
 * memory. Each key has a fixed window that starts with its first use.
 */
export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterRedis>();

  /** @param redis a connection that fails fast; null disables all limits */
  constructor(private readonly redis: Redis | null) {}

  /** Counts one use. @throws ProblemError `rate_limited` beyond the limit */
  async consume(limit: RateLimit, key: string): Promise<void> {
    try {
      await this.limiterOf(limit)?.consume(hashOf(key));
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      throw rateLimited(rejection);
    }
  }

  /** Checks a limit without counting a use. @throws ProblemError `rate_limited` if it is reached */
  async assertRemaining(limit: RateLimit, key: string): Promise<void> {
    const used = await this.limiterOf(limit)?.get(hashOf(key));
    if (used && used.consumedPoints >= limit.points) throw rateLimited(used);
  }

  private limiterOf({ name, points, seconds }: RateLimit): RateLimiterRedis | undefined {
    if (this.redis === null) return undefined;
    const known = this.limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterRedis({
      storeClient: this.redis,
      keyPrefix: `limit:${name}`,
      points,
      duration: seconds,
      // Beyond the limit the process rejects without asking Redis, so a flood does not reach it.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
    });
    this.limiters.set(name, limiter);
    return limiter;
  }
}

/** Hashes a key, so that Redis stores short keys without personal data. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Returns whether an error says that a limit is reached. */
export const isRateLimited = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'rate_limited';

const rateLimited = ({ msBeforeNext }: RateLimiterRes): ProblemError =>
  new ProblemError('rate_limited', MESSAGES.rateLimited, {
    retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
