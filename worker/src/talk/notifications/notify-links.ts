import { Injectable } from '@nestjs/common';
import { acknowledgeOutboxBatch, OUTBOX_TOPICS } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { NotificationsService } from './notifications.service.js';

/** Adds the new links of a member to the night logs of both ends. */
@Injectable()
export class NotifyLinks implements JobHandler {
  readonly name = OUTBOX_TOPICS.notifyLinks;

  constructor(private readonly notifications: NotificationsService) {}

  async run(userId: string): Promise<void> {
    await this.notifications.addLinks(userId, (manager) =>
      acknowledgeOutboxBatch(manager, this.name, userId),
    );
  }
}
