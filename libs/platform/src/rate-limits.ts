import { MESSAGES, RATE_LIMITS, type RateLimitName } from '@oniverse/contracts';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from './problems.js';

/**
 * The rate limits: counted in Redis, so that they hold across instances, and in the process while Redis is
 * down. Fixed windows that begin with a key's first use.
 */
export class RateLimits {
  private readonly limiters: ReadonlyMap<RateLimitName, RateLimiterRedis>;

  /** @param redis a connection of the role `commands`; null switches every limit off */
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
            // Once over the limit, the process answers by itself: a flood does not reach Redis.
            inMemoryBlockOnConsumed: points + 1,
            insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
          }),
        );
      }
    }
    this.limiters = limiters;
  }

  /**
   * Counts one use.
   * @throws ProblemError `rate_limited` where the limit is passed
   */
  async consume(name: RateLimitName, key: string): Promise<void> {
    try {
      await this.limiters.get(name)?.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw limited(refusal);
    }
  }

  /**
   * Counts nothing.
   * @throws ProblemError `rate_limited` where nothing is left
   */
  async assertLeft(name: RateLimitName, key: string): Promise<void> {
    const used = await this.limiters.get(name)?.get(key);
    if (used && used.consumedPoints >= RATE_LIMITS[name].points) throw limited(used);
  }

  /** Gives one use back, as for a check that turned out fine. */
  async giveBack(name: RateLimitName, key: string): Promise<void> {
    await this.limiters.get(name)?.reward(key);
  }
}

const limited = ({ msBeforeNext }: RateLimiterRes): ProblemError =>
  new ProblemError('rate_limited', MESSAGES.rateLimited, {
    retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });

function isLimitName(name: string): name is RateLimitName {
  return name in RATE_LIMITS;
}
