import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from './config.js';
import { LOGGER, type Logger } from './logging.js';
import { startTracing, stopTracing } from './tracing.js';

/** Sends traces during the life of the process, if its configuration says where. */
@Injectable()
export class Traces implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { traces, version } = this.config;
    if (traces) await startTracing(traces, { part: String(this.logger.bindings()['part']), version });
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.config.traces) return;
    try {
      await stopTracing();
    } catch (error) {
      this.logger.warn({ err: error }, 'The last traces were not sent');
    }
  }
}
