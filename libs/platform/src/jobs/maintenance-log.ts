import type { Redis } from 'ioredis';
import { QUEUE_PREFIX } from '../queues.js';

const KEY = `${QUEUE_PREFIX}:maintenance`;

/** Records when each maintenance job last succeeded in any worker, in Redis. */
export class MaintenanceLog {
  /** @param names the jobs of this version; entries of other versions are ignored */
  constructor(
    private readonly redis: Redis,
    private readonly names: readonly string[],
  ) {}

  async recordSuccess(name: string): Promise<void> {
    await this.redis.hset(KEY, name, Date.now());
  }

  /** Returns the times by job name, without the jobs that never succeeded. */
  async getLastSuccesses(): Promise<Map<string, Date>> {
    if (this.names.length === 0) return new Map();
    const times = await this.redis.hmget(KEY, ...this.names);
    const known = this.names.flatMap((name, index): [string, Date][] => {
      const time = times[index];
      return time === null || time === undefined ? [] : [[name, new Date(Number(time))]];
    });
    return new Map(known);
  }
}
