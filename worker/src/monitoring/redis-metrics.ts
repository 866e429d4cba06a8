import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { mastersOf, Metrics, readInfo, REDIS, type RedisConnection } from '@oniverse/platform';

/** Numbers of Redis's INFO that matter to operators, by the name of the metric. */
const FIELDS = {
  memory_bytes: ['used_memory', 'Memory that the data of Redis uses.'],
  memory_max_bytes: ['maxmemory', 'The most memory that the data of Redis may use; 0 without a limit.'],
  clients: ['connected_clients', 'Connections of clients to Redis.'],
  evicted_keys: ['evicted_keys', 'Keys that Redis dropped for memory since its start. Must stay 0.'],
  rejected_connections: ['rejected_connections', 'Connections that Redis refused since its start.'],
} as const;

/** Reports the state of each node of Redis that takes writes. */
@Injectable()
export class RedisMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    @Inject(REDIS.limits) private readonly redis: RedisConnection,
  ) {}

  onModuleInit(): void {
    const gauges = Object.entries(FIELDS).map(([name, [field, help]]) => ({
      field,
      // By its number, because a site may have other addresses after each failover.
      gauge: this.metrics.gauge(`oniverse_redis_${name}`, `${help} All workers report the same value.`, [
        'node',
      ]),
    }));
    this.metrics.collectOnScrape(
      gauges.map(({ gauge }) => gauge),
      async () => {
        const nodes = await Promise.all(mastersOf(this.redis).map(readInfo));
        for (const [index, values] of nodes.entries()) {
          for (const { field, gauge } of gauges) {
            const value = values.get(field);
            if (value !== undefined) gauge.set({ node: String(index + 1) }, Number(value));
          }
        }
      },
    );
  }
}
