import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, takeFromOutboxPrepared } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ConstellationService } from './constellation.service.js';

/** Others have changed, and with them which links of a member are the strongest. */
@Injectable()
export class SettleMember implements JobHandler {
  readonly name = OUTBOX_TOPICS.memberLinks;
  readonly isBulk = true;

  constructor(private readonly constellation: ConstellationService) {}

  async run(userId: string): Promise<void> {
    await this.constellation.settleMember(userId, (manager) =>
      takeFromOutboxPrepared(manager, this.name, userId),
    );
  }
}
