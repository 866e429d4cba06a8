import { QUEUE_PREFIX } from '../queues.js';
import { keyPrefix, type RedisConnection } from '../redis.js';

/** Records when each maintenance job last succeeded in any worker, in Redis. */
export class MaintenanceLog {
  /** @param names the jobs of this version; entries of other versions are ignored */
  constructor(
    private readonly redis: RedisConnection,
    private readonly names: readonly string[],
  ) {}

  private get key(): string {
    return `${keyPrefix(this.redis, QUEUE_PREFIX)}:maintenance`;
  }

  async recordSuccess(name: string): Promise<void> {
    await this.redis.hset(this.key, name, Date.now());
  }

  /** Returns the times by job name, without the jobs that never succeeded. */
  async getLastSuccesses(): Promise<Map<string, Date>> {
    if (this.names.length === 0) return new Map();
    const times = await this.redis.hmget(this.key, ...this.names);
    const known = this.names.flatMap((name, index): [string, Date][] => {
      const time = times[index];
      return time === null || time === undefined ? [] : [[name, new Date(Number(time))]];
    });
    return new Map(known);
  }
}
