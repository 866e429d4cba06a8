import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, acknowledgeOutboxPrepared } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ConstellationService } from './constellation.service.js';

/** Recomputes a member's top links after a change of other members. */
@Injectable()
export class RecomputeLinks implements JobHandler {
  readonly name = OUTBOX_TOPICS.recomputeLinks;
  readonly isBulk = true;

  constructor(private readonly constellation: ConstellationService) {}

  async run(userId: string): Promise<void> {
    await this.constellation.recomputeLinks(userId, (manager) =>
      acknowledgeOutboxPrepared(manager, this.name, userId),
    );
  }
}
