import { Inject, Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { LOGGER, type Logger } from '@oniverse/platform';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { OutboxRepository } from './outbox.repository.js';

const EVERY_MS = 10 * 60_000;
/** The age at which a row counts as stuck, in seconds: well after the quarter of an hour of a job's retries. */
const STUCK_SECONDS = 60 * 60;
/** Rows with an unknown topic are deleted at this age, in days: the version that enqueued them is gone. */
const UNKNOWN_DAYS = 7;
const BATCH = 1_000;

const TOPICS = Object.values(OUTBOX_TOPICS);

/** Deletes old rows with an unknown topic. Logs and keeps other stuck rows, because their effect is still owed. */
@Injectable()
export class CheckOutbox implements MaintenanceJob {
  readonly name = 'check-outbox';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly repository: OutboxRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(): Promise<number> {
    for (const { topic, rows, oldest_seconds: oldest } of await this.repository.countPending(TOPICS)) {
      if (topic !== null && oldest >= STUCK_SECONDS) {
        this.logger.error(
          { topic, rows, oldestSeconds: Math.round(oldest) },
          'Outbox rows are stuck; the failed jobs show why',
        );
      }
    }
    let deleted = 0;
    for (;;) {
      const batch = await this.repository.deleteUnknown(TOPICS, UNKNOWN_DAYS, BATCH);
      deleted += batch;
      if (batch < BATCH) return deleted;
    }
  }
}
