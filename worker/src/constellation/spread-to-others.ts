import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, takeManyFromOutbox } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ConstellationService } from './constellation.service.js';

/** One member's change concerns many others: what they keep for no tag goes, and each of them gets a job of their own. */
@Injectable()
export class SpreadToOthers implements JobHandler {
  readonly name = OUTBOX_TOPICS.othersLinks;
  readonly isBulk = true;

  constructor(private readonly constellation: ConstellationService) {}

  async run(userId: string): Promise<void> {
    await this.constellation.spreadToOthers(userId, (manager) =>
      takeManyFromOutbox(manager, this.name, userId),
    );
  }
}
