import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Config } from './config.js';
import { connections } from './connections.js';
import { ReadableBodyGuard } from './http/body.js';
import { ContractPipe } from './http/validation.js';
import { LiveMetrics } from './live/live-metrics.js';
import { LiveProblemFilter } from './live/live-problem.filter.js';
import { LivePublisher } from './live/live-publisher.js';
import { LiveService } from './live/live.service.js';
import type { Logger } from './logging.js';
import { sharedProviders } from './shared-providers.js';

/** What a process needs that answers members: REST, sockets, limits. No feature's noun appears here. */
@Global()
@Module({})
export class BackendPlatformModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const own = [
      ...sharedProviders(config, logger),
      ...connections(['commands', 'subscriber', 'publisher']),
      LiveService,
      { provide: LivePublisher, useExisting: LiveService },
      LiveMetrics,
      LiveProblemFilter,
      ContractPipe,
      ReadableBodyGuard,
    ];
    return { module: BackendPlatformModule, providers: own, exports: own };
  }
}
