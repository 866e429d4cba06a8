import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, takeFromOutboxPrepared } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { ConstellationService } from './constellation.service.js';

/** What a member is known by in public has changed: the name, the tags, or whether the member is public at all. */
@Injectable()
export class DeriveMember implements JobHandler {
  readonly name = OUTBOX_TOPICS.memberTags;

  constructor(private readonly constellation: ConstellationService) {}

  async run(userId: string): Promise<void> {
    await this.constellation.deriveMember(userId, (manager) =>
      takeFromOutboxPrepared(manager, this.name, userId),
    );
  }
}
