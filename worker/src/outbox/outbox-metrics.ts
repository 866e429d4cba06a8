import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { Metrics } from '@oniverse/platform';
import { OutboxRepository } from './outbox.repository.js';

const TOPICS = Object.values(OUTBOX_TOPICS);
/** The label of all topics that this worker does not know. */
const UNKNOWN = 'unknown';

@Injectable()
export class OutboxMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly repository: OutboxRepository,
  ) {}

  onModuleInit(): void {
    const pending = this.metrics.gauge(
      'oniverse_outbox_rows',
      'Rows whose effect is not committed yet. All workers report the same value.',
      ['topic'],
    );
    const oldest = this.metrics.gauge(
      'oniverse_outbox_oldest_seconds',
      'Age of the oldest of these rows, 0 if there is none. All workers report the same value.',
      ['topic'],
    );
    this.metrics.collectOnScrape([pending, oldest], async () => {
      for (const topic of TOPICS) {
        pending.set({ topic }, 0);
        oldest.set({ topic }, 0);
      }
      for (const row of await this.repository.countPending(TOPICS)) {
        const topic = row.topic ?? UNKNOWN;
        pending.set({ topic }, row.rows);
        oldest.set({ topic }, row.oldest_seconds);
      }
    });
  }
}
