import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, acknowledgeOutboxPrepared } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ConstellationService } from './constellation.service.js';

/** Derives a member's node, tags and links after a change of the name, the tags or the visibility. */
@Injectable()
export class DeriveMember implements JobHandler {
  readonly name = OUTBOX_TOPICS.deriveMember;

  constructor(private readonly constellation: ConstellationService) {}

  async run(userId: string): Promise<void> {
    await this.constellation.deriveMember(userId, (manager) =>
      acknowledgeOutboxPrepared(manager, this.name, userId),
    );
  }
}
