import { createHash } from 'node:crypto';
import { MESSAGES } from '@oniverse/contracts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from './problems.js';
import type { RedisConnection } from './redis.js';

/** Allows `points` uses per `seconds`. Each feature declares its own. */
export interface RateLimit {
  /** Unique; part of the Redis keys. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

interface Limiters {
  /** Counts the uses of all instances. */
  readonly shared: RateLimiterRedis;
  /** Counts the uses of this process, and what it knows of the others. */
  readonly own: RateLimiterMemory;
}

/**
 * Counts rate limits in Redis, across all instances. Each key has a fixed window that starts with its first use.
 *
 * Every use also counts in the process, because Redis may miss it while it is down, hangs or is out of memory. The larger
 * count decides, so an outage neither resets a limit nor forgets what this process counted.
 */
export class RateLimits {
  private readonly limiters = new Map<string, Limiters>();

  /** @param redis a connection that fails fast; null disables all limits */
  constructor(private readonly redis: RedisConnection | null) {}

  /** Counts one use, or several. @throws ProblemError `rate_limited` beyond the limit */
  async consume(limit: RateLimit, key: string, uses = 1): Promise<void> {
    const limiters = this.limitersOf(limit);
    if (limiters) await countUse(limiters, hashOf(key), uses).catch(throwLimited);
  }

  /** Checks that so many uses remain, without counting them. @throws ProblemError `rate_limited` */
  async assertRemaining(limit: RateLimit, key: string, uses = 1): Promise<void> {
    const limiters = this.limitersOf(limit);
    if (!limiters) return;
    const hashed = hashOf(key);
    const counts = [await limiters.own.get(hashed), await limiters.shared.get(hashed).catch(ignoreOutage)];
    const reached = counts.find(
      (count) => count && count.consumedPoints + uses > limit.points && count.msBeforeNext > 0,
    );
    if (reached) throw rateLimited(reached);
  }

  private limitersOf({ name, points, seconds }: RateLimit): Limiters | undefined {
    if (this.redis === null) return undefined;
    const known = this.limiters.get(name);
    if (known) return known;
    const options = { keyPrefix: `limit:${name}`, points, duration: seconds };
    const limiters = {
      shared: new RateLimiterRedis({ ...options, storeClient: this.redis }),
      own: new RateLimiterMemory(options),
    };
    this.limiters.set(name, limiters);
    return limiters;
  }
}

/** Counts uses. Beyond the limit the process rejects without asking Redis, so a flood does not reach it. */
async function countUse({ shared, own }: Limiters, key: string, uses: number): Promise<void> {
  const startedAt = Date.now();
  const counted = await own.consume(key, uses);
  const result = await shared.consume(key, uses).catch(ignoreOutage);
  if (!result) return;
  // Other instances used the key. Its window in the process must not outlast the one in Redis.
  const msLeft = result.msBeforeNext - (Date.now() - startedAt);
  if (result.consumedPoints > counted.consumedPoints && msLeft > 0) {
    await own.set(key, result.consumedPoints, msLeft / 1000);
  }
  if (result.consumedPoints > shared.points) throw result;
}

/** Returns the count beyond a limit, or undefined if Redis did not count. */
const ignoreOutage = (rejection: unknown): RateLimiterRes | undefined =>
  rejection instanceof RateLimiterRes ? rejection : undefined;

function throwLimited(rejection: unknown): never {
  throw rejection instanceof RateLimiterRes ? rateLimited(rejection) : rejection;
}

/** Hashes a key, so that Redis stores short keys without personal data. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Returns whether an error says that a limit is reached. */
export const isRateLimited = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === 'rate_limited';

const rateLimited = ({ msBeforeNext }: RateLimiterRes): ProblemError =>
  new ProblemError('rate_limited', MESSAGES.rateLimited, {
    retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
