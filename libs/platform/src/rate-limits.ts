import { createHash } from 'node:crypto';
import { MESSAGES } from '@oniverse/contracts';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from './problems.js';

/** Each limit allows `points` calls per `seconds`. */
export const RATE_LIMITS = {
  /** Wrong passwords from unknown devices. */
  passwordByNameAndAddress: { points: 10, seconds: 15 * 60 },
  passwordByName: { points: 100, seconds: 60 * 60 },
  passwordByAddress: { points: 100, seconds: 60 * 60 },
  /** Wrong passwords from a device that has logged in to the account before, or from one session. */
  passwordByDevice: { points: 10, seconds: 15 * 60 },
  /** Successful logins per account. */
  logins: { points: 100, seconds: 60 * 60 },
  queuesPassword: { points: 10, seconds: 15 * 60 },
  register: { points: 10, seconds: 60 * 60 },
  waitlist: { points: 10, seconds: 60 * 60 },
  messages: { points: 10, seconds: 10 },
  uploads: { points: 60, seconds: 60 * 60 },
  exports: { points: 10, seconds: 60 * 60 },
  api: { points: 300, seconds: 60 },
} as const;

export type RateLimitName = keyof typeof RATE_LIMITS;

/**
 * Counts rate limits in Redis, across all instances. Counts in the process while Redis is down, hangs or is out of
 * memory. Each key has a fixed window that starts with its first use.
 */
export class RateLimits {
  private readonly limiters: ReadonlyMap<RateLimitName, RateLimiterRedis>;

  /** @param redis a connection that fails fast; null disables all limits */
  constructor(redis: Redis | null) {
    const limiters = new Map<RateLimitName, RateLimiterRedis>();
    if (redis) {
      for (const name of Object.keys(RATE_LIMITS).filter(isLimitName)) {
        const { points, seconds } = RATE_LIMITS[name];
        limiters.set(
          name,
          new RateLimiterRedis({
            storeClient: redis,
            keyPrefix: `limit:${name}`,
            points,
            duration: seconds,
            // Beyond the limit the process rejects without asking Redis, so a flood does not reach it.
            inMemoryBlockOnConsumed: points + 1,
            insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
          }),
        );
      }
    }
    this.limiters = limiters;
  }

  /** Counts one use. @throws ProblemError `rate_limited` beyond the limit */
  async consume(name: RateLimitName, key: string): Promise<void> {
    try {
      await this.limiters.get(name)?.consume(hashOf(key));
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      throw rateLimited(rejection);
    }
  }

  /** Checks a limit without counting a use. @throws ProblemError `rate_limited` if it is reached */
  async assertRemaining(name: RateLimitName, key: string): Promise<void> {
    const used = await this.limiters.get(name)?.get(hashOf(key));
    if (used && used.consumedPoints >= RATE_LIMITS[name].points) throw rateLimited(used);
  }
}

/** Hashes a key, so that Redis stores short keys without personal data. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

const rateLimited = ({ msBeforeNext }: RateLimiterRes): ProblemError =>
  new ProblemError('rate_limited', MESSAGES.rateLimited, {
    retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });

function isLimitName(name: string): name is RateLimitName {
  return name in RATE_LIMITS;
}
