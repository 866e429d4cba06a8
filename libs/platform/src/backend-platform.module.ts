import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Config } from './config.js';
import { redisProviders } from './connections.js';
import { CLIENT_ADDRESS, createAddressResolver } from './http/address.js';
import { ContractPipe } from './http/validation.js';
import { LiveMetrics } from './live/live-metrics.js';
import { LiveProblemFilter } from './live/live-problem.filter.js';
import { LivePublisher } from './live/live-publisher.js';
import { LiveService } from './live/live.service.js';
import { SocketBalance } from './live/socket-balance.js';
import type { Logger } from './logging.js';
import { ProblemMetrics } from './problem-metrics.js';
import { sharedProviders } from './shared-providers.js';

/** Provides REST, sockets and rate limits to a backend. It knows no feature. */
@Global()
@Module({})
export class BackendPlatformModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const providers = [
      ...sharedProviders(config, logger),
      ...redisProviders(['commands', 'limits', 'subscriber', 'publisher']),
      { provide: CLIENT_ADDRESS, useValue: createAddressResolver(config.trustedProxies) },
      LiveService,
      { provide: LivePublisher, useExisting: LiveService },
      ProblemMetrics,
      LiveMetrics,
      SocketBalance,
      LiveProblemFilter,
      ContractPipe,
    ];
    return { module: BackendPlatformModule, providers, exports: providers };
  }
}
