import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, takeManyFromOutbox } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ConstellationService } from './constellation.service.js';

/** Many others share tags with a member newly: those who come to keep a link with the member get a job of their own. */
@Injectable()
export class AskOthers implements JobHandler {
  readonly name = OUTBOX_TOPICS.othersAsked;
  readonly isBulk = true;

  constructor(private readonly constellation: ConstellationService) {}

  async run(userId: string): Promise<void> {
    await this.constellation.askOthers(userId, (manager) => takeManyFromOutbox(manager, this.name, userId));
  }
}
