import type { Redis } from 'ioredis';
import { QUEUE_PREFIX } from './queues.js';

const KEY = `${QUEUE_PREFIX}:upkeep`;

/** When each upkeep last ended well, in whichever worker: kept in Redis, since a worker may be new. */
export class UpkeepLog {
  /** @param names those that are there now; what an older worker had is not spoken of */
  constructor(
    private readonly redis: Redis,
    private readonly names: readonly string[],
  ) {}

  /** One has just ended well. */
  async endedWell(name: string): Promise<void> {
    await this.redis.hset(KEY, name, Date.now());
  }

  /** By name; those that never ended well are left out. */
  async lastSuccesses(): Promise<Map<string, Date>> {
    if (this.names.length === 0) return new Map();
    const times = await this.redis.hmget(KEY, ...this.names);
    const known = this.names.flatMap((name, place): [string, Date][] => {
      const time = times[place];
      return time === null || time === undefined ? [] : [[name, new Date(Number(time))]];
    });
    return new Map(known);
  }
}
