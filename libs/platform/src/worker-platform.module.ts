import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Config } from './config.js';
import { redisProviders, REDIS } from './connections.js';
import { EmittingPublisher, LivePublisher } from './live/live-publisher.js';
import type { Logger } from './logging.js';
import type { RedisConnection } from './redis.js';
import { sharedProviders } from './shared-providers.js';

/** Provides queues and live publishing to a worker. It knows no feature. */
@Global()
@Module({})
export class WorkerPlatformModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const providers = [
      ...sharedProviders(config, logger),
      ...redisProviders(['queue', 'limits', 'publisher']),
      {
        provide: LivePublisher,
        inject: [REDIS.publisher],
        useFactory: (redis: RedisConnection) => new EmittingPublisher(redis),
      },
    ];
    return { module: WorkerPlatformModule, providers, exports: providers };
  }
}
