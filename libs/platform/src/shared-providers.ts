import type { Provider } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from './config.js';
import { REDIS } from './connections.js';
import { LOGGER, type Logger } from './logging.js';
import { Metrics } from './metrics.js';
import { ObjectStore } from './objects.js';
import { OpsServer } from './ops/ops-server.js';
import { RateLimits } from './rate-limits.js';

/** What every server process needs, whatever it does, beside its connections; `REDIS.commands` must be one of these. */
export function sharedProviders(config: Config, logger: Logger): Provider[] {
  return [
    { provide: CONFIG, useValue: config },
    { provide: LOGGER, useValue: logger },
    { provide: ObjectStore, useFactory: () => new ObjectStore(config.objectStore) },
    {
      provide: RateLimits,
      inject: [REDIS.commands],
      useFactory: (redis: Redis) => new RateLimits(config.rateLimits ? redis : null),
    },
    Metrics,
    OpsServer,
  ];
}
