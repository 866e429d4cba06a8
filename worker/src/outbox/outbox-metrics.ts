import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { Metrics } from '@oniverse/platform';
import { OutboxRepository } from './outbox.repository.js';

const TOPICS = Object.values(OUTBOX_TOPICS);
/** Stands for topics that this worker does not know. */
const UNKNOWN = 'unknown';

/** Says what stands in the outbox, which all workers share, and since when. */
@Injectable()
export class OutboxMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly repository: OutboxRepository,
  ) {}

  onModuleInit(): void {
    const waiting = this.metrics.gauge(
      'oniverse_outbox_rows',
      'Rows that wait for their effect. Every worker says the same.',
      ['topic'],
    );
    const oldest = this.metrics.gauge(
      'oniverse_outbox_oldest_seconds',
      'How long the oldest of these rows has waited; 0 where none does. Every worker says the same.',
      ['topic'],
    );
    this.metrics.readAtScrape([waiting, oldest], async () => {
      for (const topic of TOPICS) {
        waiting.set({ topic }, 0);
        oldest.set({ topic }, 0);
      }
      for (const row of await this.repository.waiting(TOPICS)) {
        const topic = row.topic ?? UNKNOWN;
        waiting.set({ topic }, row.rows);
        oldest.set({ topic }, row.oldest_seconds);
      }
    });
  }
}
