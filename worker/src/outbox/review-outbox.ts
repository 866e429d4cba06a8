import { Inject, Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { LOGGER, type Logger } from '@oniverse/platform';
import type { UpkeepJob } from '@oniverse/platform/worker';
import { OutboxRepository } from './outbox.repository.js';

const EVERY_MS = 10 * 60_000;
/** An effect that has not come in this time is stuck, in seconds: a job is tried for a quarter of an hour. */
const STUCK_SECONDS = 60 * 60;
/** A topic that no worker knew for so long was left by a version that is gone, in days. */
const UNKNOWN_DAYS = 7;
const BATCH = 1_000;

const TOPICS = Object.values(OUTBOX_TOPICS);

/**
 * Looks through the outbox for what does not come to an end. Rows of a topic that nobody knows any more go, since
 * nothing will ever come of them. Those of a known one stay, and are tried for ever: the effect is still owed, and what
 * is in its way is for people to see.
 */
@Injectable()
export class ReviewOutbox implements UpkeepJob {
  readonly name = 'outbox:review';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly repository: OutboxRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(): Promise<number> {
    for (const { topic, rows, oldest_seconds: oldest } of await this.repository.waiting(TOPICS)) {
      if (topic !== null && oldest >= STUCK_SECONDS) {
        this.logger.error(
          { topic, rows, oldestSeconds: Math.round(oldest) },
          'Work in the outbox is stuck; the failed jobs say why',
        );
      }
    }
    let removed = 0;
    for (;;) {
      const batch = await this.repository.removeOthers(TOPICS, UNKNOWN_DAYS, BATCH);
      removed += batch;
      if (batch < BATCH) return removed;
    }
  }
}
