import { Inject, Injectable } from '@nestjs/common';
import { acknowledgeOutbox, OUTBOX_TOPICS, parseCause } from '@oniverse/data';
import { LOGGER, type Logger } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { NotificationsService } from './notifications.service.js';

/** Brings the night logs in line with one cause. */
@Injectable()
export class Notify implements JobHandler {
  readonly name = OUTBOX_TOPICS.notify;

  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: NotificationsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(subject: string): Promise<void> {
    const cause = parseCause(subject);
    if (cause) {
      await this.notifications.apply(cause, (manager) => acknowledgeOutbox(manager, this.name, subject));
      return;
    }
    this.logger.warn({ subject }, 'Unknown cause of a notification');
    await acknowledgeOutbox(this.dataSource.manager, this.name, subject);
  }
}
