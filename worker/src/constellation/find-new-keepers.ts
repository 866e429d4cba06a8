import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, acknowledgeOutboxBatch } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ConstellationService } from './constellation.service.js';

/** Enqueues a job for each member who would keep a link to a member with new tags. */
@Injectable()
export class FindNewKeepers implements JobHandler {
  readonly name = OUTBOX_TOPICS.findNewKeepers;
  readonly isBulk = true;

  constructor(private readonly constellation: ConstellationService) {}

  async run(userId: string): Promise<void> {
    await this.constellation.askOthers(userId, (manager) =>
      acknowledgeOutboxBatch(manager, this.name, userId),
    );
  }
}
