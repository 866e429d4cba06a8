import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from './config.js';
import { ContractPipe } from './http/validation.js';
import { ReadableBodyGuard } from './http/body.js';
import { BestEffortPublisher, BestEffortSubscriber } from './live/live-adapter.js';
import { EmittingPublisher, LivePublisher } from './live/live-publisher.js';
import { LiveProblemFilter } from './live/live-problem.filter.js';
import { LiveMetrics } from './live/live-metrics.js';
import { LiveService } from './live/live.service.js';
import { LOGGER, type Logger } from './logging.js';
import { Metrics } from './metrics.js';
import { ObjectStore } from './objects.js';
import { OpsServer } from './ops/ops-server.js';
import { RateLimits } from './rate-limits.js';
import { connectRedis, type RedisRole } from './redis.js';

/** The token under which a process's Redis connection of a role is injected. */
export const REDIS = {
  commands: Symbol('REDIS_COMMANDS'),
  subscriber: Symbol('REDIS_SUBSCRIBER'),
  publisher: Symbol('REDIS_PUBLISHER'),
  queue: Symbol('REDIS_QUEUE'),
} as const;

const connection = (role: RedisRole) => ({
  provide: REDIS[role],
  inject: [CONFIG, LOGGER],
  useFactory: (config: Config, logger: Logger) => connectRedis(config.redisUrl, role, logger),
});

const publisher = {
  provide: REDIS.publisher,
  inject: [CONFIG, LOGGER],
  useFactory: (config: Config, logger: Logger) =>
    connectRedis(config.redisUrl, 'commands', logger, BestEffortPublisher),
};

const subscriber = {
  provide: REDIS.subscriber,
  inject: [CONFIG, LOGGER],
  useFactory: (config: Config, logger: Logger) =>
    connectRedis(config.redisUrl, 'subscriber', logger, BestEffortSubscriber),
};

const rateLimits = {
  provide: RateLimits,
  inject: [CONFIG, REDIS.commands],
  useFactory: (config: Config, redis: Redis) => new RateLimits(config.rateLimits ? redis : null),
};

/** Closes what the process opened, after everything else has ended. */
class Connections implements OnApplicationShutdown {
  constructor(private readonly open: readonly Redis[]) {}

  onApplicationShutdown(): void {
    for (const redis of this.open) redis.disconnect();
  }
}

const closing = (tokens: readonly symbol[]) => ({
  provide: Connections,
  inject: [...tokens],
  useFactory: (...open: Redis[]) => new Connections(open),
});

/** What every server process needs. No feature's noun appears here. */
@Global()
@Module({})
export class PlatformModule {
  /** For a process that answers members: REST, sockets, limits. */
  static forBackend(config: Config, logger: Logger): DynamicModule {
    const own = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      connection('commands'),
      subscriber,
      publisher,
      closing([REDIS.commands, REDIS.subscriber, REDIS.publisher]),
      LiveService,
      { provide: LivePublisher, useExisting: LiveService },
      ContractPipe,
      LiveProblemFilter,
      ReadableBodyGuard,
      { provide: ObjectStore, useFactory: () => new ObjectStore(config.objectStore) },
      rateLimits,
      Metrics,
      OpsServer,
      LiveMetrics,
    ];
    return { module: PlatformModule, providers: own, exports: own };
  }

  /** For a process that does what can wait. */
  static forWorker(config: Config, logger: Logger): DynamicModule {
    const own = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      connection('queue'),
      connection('commands'),
      publisher,
      closing([REDIS.queue, REDIS.commands, REDIS.publisher]),
      {
        provide: LivePublisher,
        inject: [REDIS.publisher],
        useFactory: (redis: Redis) => new EmittingPublisher(redis),
      },
      { provide: ObjectStore, useFactory: () => new ObjectStore(config.objectStore) },
      rateLimits,
      Metrics,
      OpsServer,
    ];
    return { module: PlatformModule, providers: own, exports: own };
  }
}
