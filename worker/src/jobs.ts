import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { JobRunner } from '@oniverse/platform/worker';
import { OutboxRelay } from './outbox/outbox-relay.js';

/** Fills and runs the queue as long as the process does; jobs under way end before the connections go. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
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
