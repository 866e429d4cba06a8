import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, acknowledgeOutboxBatch, enqueueOutbox } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

/**
 * Enqueues `recompute-links` for many members. Only workers of the previous release enqueue this job. Delete it in the
 * next release.
 */
@Injectable()
export class RecomputeAffectedLinks implements JobHandler {
  readonly name = OUTBOX_TOPICS.recomputeAffectedLinks;
  readonly isBulk = true;

  constructor(private readonly dataSource: DataSource) {}

  async run(userId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const userIds = await acknowledgeOutboxBatch(manager, this.name, userId);
      await enqueueOutbox(
        manager,
        userIds.map((subject) => ({ topic: OUTBOX_TOPICS.recomputeLinks, subject })),
      );
    });
  }
}
