import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Config } from './config.js';
import { connections, REDIS } from './connections.js';
import { EmittingPublisher, LivePublisher } from './live/live-publisher.js';
import type { Logger } from './logging.js';
import { sharedProviders } from './shared-providers.js';

/** What a process needs that does what can wait. No feature's noun appears here. */
@Global()
@Module({})
export class WorkerPlatformModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const own = [
      ...sharedProviders(config, logger),
      ...connections(['queue', 'commands', 'publisher']),
      {
        provide: LivePublisher,
        inject: [REDIS.publisher],
        useFactory: (redis: Redis) => new EmittingPublisher(redis),
      },
    ];
    return { module: WorkerPlatformModule, providers: own, exports: own };
  }
}
