import { hostname } from 'node:os';
import type { Provider } from '@nestjs/common';
import { CONFIG, type Config } from './config.js';
import { REDIS } from './connections.js';
import { LOGGER, type Logger } from './logging.js';
import { Metrics } from './metrics.js';
import { MeasuredObjectStore } from './object-metrics.js';
import { ObjectStore } from './objects.js';
import { OpsServer } from './ops/ops-server.js';
import { RateLimits } from './rate-limits.js';
import type { RedisConnection } from './redis.js';
import { Traces } from './traces.js';

/** Returns the providers of every server process. They require the connection `REDIS.limits`. */
export function sharedProviders(config: Config, logger: Logger): Provider[] {
  return [
    { provide: CONFIG, useValue: config },
    { provide: LOGGER, useValue: logger },
    {
      provide: ObjectStore,
      inject: [Metrics],
      useFactory: (metrics: Metrics) =>
        new MeasuredObjectStore(metrics, config.objectStore, (error) =>
          logger.warn({ err: error }, 'The keys of the object store cannot be renewed; trying again'),
        ),
    },
    {
      provide: RateLimits,
      inject: [REDIS.limits],
      useFactory: (redis: RedisConnection) => new RateLimits(config.rateLimits ? redis : null),
    },
    {
      provide: Metrics,
      useFactory: () => {
        const metrics = new Metrics(logger);
        metrics
          .gauge('oniverse_build_info', 'Always 1; the version and the host are labels.', ['version', 'host'])
          .set({ version: config.version, host: hostname() }, 1);
        return metrics;
      },
    },
    OpsServer,
    Traces,
  ];
}
