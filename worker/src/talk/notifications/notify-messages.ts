import { Injectable } from '@nestjs/common';
import { acknowledgeOutbox, OUTBOX_TOPICS } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { NotificationsService } from './notifications.service.js';

/** Adds the new messages of a channel to the night logs of members who want to hear of every message there. */
@Injectable()
export class NotifyMessages implements JobHandler {
  readonly name = OUTBOX_TOPICS.notifyMessages;
  /** Collects messages, and lets members who are reading them move their read marks first. */
  readonly delayMs = 15_000;

  constructor(private readonly notifications: NotificationsService) {}

  async run(channelId: string): Promise<void> {
    await this.notifications.addMessages(channelId, (manager) =>
      acknowledgeOutbox(manager, this.name, channelId),
    );
  }
}
