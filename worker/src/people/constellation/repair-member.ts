import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, acknowledgeOutboxPrepared } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ConstellationService } from './constellation.service.js';

/** Derives a member's node, tags and links after a difference was found. Its links are no news for night logs. */
@Injectable()
export class RepairMember implements JobHandler {
  readonly name = OUTBOX_TOPICS.repairMember;

  constructor(private readonly constellation: ConstellationService) {}

  async run(userId: string): Promise<void> {
    await this.constellation.deriveMember(
      userId,
      (manager) => acknowledgeOutboxPrepared(manager, this.name, userId),
      true,
    );
  }
}
