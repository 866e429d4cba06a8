import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, acknowledgeOutboxBatch } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ConstellationService } from './constellation.service.js';

/** Deletes the orphaned links of a changed member, and enqueues a job for each of the many affected members. */
@Injectable()
export class RecomputeAffectedLinks implements JobHandler {
  readonly name = OUTBOX_TOPICS.recomputeAffectedLinks;
  readonly isBulk = true;

  constructor(private readonly constellation: ConstellationService) {}

  async run(userId: string): Promise<void> {
    await this.constellation.spreadToOthers(userId, (manager) =>
      acknowledgeOutboxBatch(manager, this.name, userId),
    );
  }
}
