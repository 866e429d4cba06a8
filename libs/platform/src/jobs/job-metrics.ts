import type { Queue } from 'bullmq';
import type { Counter, Histogram } from 'prom-client';
import type { Metrics } from '../metrics.js';
import { QUEUES, type QueueName } from './queues.js';
import type { UpkeepLog } from './upkeep-log.js';

/** Upper ends, in seconds: from one member's tags to an upkeep of everything. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 5, 30, 120, 600];

/** The states of jobs that ops see, as BullMQ calls them. */
const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const;

/** How an attempt at a job ended; `postponed` where what it needs was down. */
export type JobOutcome = 'done' | 'failed' | 'postponed';

/** Says what is in the queues, which all workers share, and counts what this worker does. */
export class JobMetrics {
  private readonly durations: Histogram<'queue' | 'job' | 'outcome'>;
  private readonly mended: Counter<'job'>;

  constructor(private readonly metrics: Metrics) {
    this.durations = metrics.histogram(
      'oniverse_job_duration_seconds',
      'How long each attempt at a job took in this worker.',
      ['queue', 'job', 'outcome'],
      BUCKETS,
    );
    this.mended = metrics.counter(
      'oniverse_upkeep_mended_total',
      'How many things upkeep put right in this worker.',
      ['job'],
    );
  }

  /** Has read at each scrape what is in Redis. */
  watch(queues: Readonly<Record<QueueName, Queue>>, upkeep: UpkeepLog): void {
    const jobs = this.metrics.gauge(
      'oniverse_queue_jobs',
      'Jobs in a queue by their state. Every worker says the same.',
      ['queue', 'state'],
    );
    this.metrics.readAtScrape([jobs], async () => {
      await Promise.all(
        QUEUES.map(async (queue) => {
          const counts = await queues[queue].getJobCounts(...STATES);
          for (const state of STATES) jobs.set({ queue, state }, counts[state] ?? 0);
        }),
      );
    });
    const lastSuccess = this.metrics.gauge(
      'oniverse_upkeep_last_success_timestamp_seconds',
      'When upkeep last ended well, in any worker. Every worker says the same.',
      ['job'],
    );
    this.metrics.readAtScrape([lastSuccess], async () => {
      for (const [job, at] of await upkeep.lastSuccesses()) lastSuccess.set({ job }, at.getTime() / 1_000);
    });
  }

  /** An attempt at a job has ended. @param ms how long it took */
  ended(queue: QueueName, job: string, outcome: JobOutcome, ms: number): void {
    this.durations.observe({ queue, job, outcome }, ms / 1_000);
  }

  /** Upkeep put things right. */
  mendedBy(job: string, count: number): void {
    this.mended.inc({ job }, count);
  }
}
