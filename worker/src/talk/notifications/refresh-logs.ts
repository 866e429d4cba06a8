import { Injectable } from '@nestjs/common';
import { acknowledgeOutboxBatch, OUTBOX_TOPICS } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { isRefreshed } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';

/** Publishes whether night logs have something unread, after entries were deleted, hidden or shown again. */
@Injectable()
export class RefreshLogs implements JobHandler {
  readonly name = OUTBOX_TOPICS.refreshLogs;

  constructor(private readonly notifications: NotificationsService) {}

  async run(subject: string): Promise<void> {
    // The row of a newer release stays for its worker.
    if (!isRefreshed(subject)) return;
    await this.notifications.refresh(subject, (manager) =>
      acknowledgeOutboxBatch(manager, this.name, subject),
    );
  }
}
