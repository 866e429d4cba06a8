import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, acknowledgeOutboxBatch } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ConstellationService } from './constellation.service.js';

/** Corrects links that only a changed member's neighbours keep, and enqueues the neighbours whose top links may change. */
@Injectable()
export class UpdateNeighbours implements JobHandler {
  readonly name = OUTBOX_TOPICS.updateNeighbours;

  constructor(private readonly constellation: ConstellationService) {}

  async run(userId: string): Promise<void> {
    await this.constellation.updateNeighbours(userId, (manager) =>
      acknowledgeOutboxBatch(manager, this.name, userId),
    );
  }
}
