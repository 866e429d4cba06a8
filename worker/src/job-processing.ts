import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { JobRunner } from '@oniverse/platform/worker';
import { OutboxRelay } from './outbox/outbox-relay.js';

/** Relays the outbox and runs jobs during the life of the process. Active jobs end before the connections close. */
@Injectable()
export class JobProcessing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly runner: JobRunner,
    private readonly relay: OutboxRelay,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.runner.start();
    this.relay.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.relay.stop();
    await this.runner.stop();
  }
}
