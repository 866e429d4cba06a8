import type { Queue } from 'bullmq';
import type { Counter, Histogram } from 'prom-client';
import type { Metrics } from '../metrics.js';
import type { MaintenanceLog } from './maintenance-log.js';
import { QUEUES, type QueueName } from '../queues.js';

/** Upper bounds in seconds: from a single member's tags to maintenance of a whole table. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 5, 30, 120, 600];

/** The job states that `oniverse_queue_jobs` reports, in BullMQ's words. */
const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const;

/** How an attempt ended; `postponed` while a dependency is down. */
export type JobOutcome = 'done' | 'failed' | 'postponed';

/** Reports the shared queues, and the attempts of this worker. */
export class JobMetrics {
  private readonly durations: Histogram<'queue' | 'job' | 'outcome'>;
  private readonly maintained: Counter<'job'>;

  constructor(private readonly metrics: Metrics) {
    this.durations = metrics.histogram(
      'oniverse_job_duration_seconds',
      'Duration of each attempt at a job in this worker.',
      ['queue', 'job', 'outcome'],
      BUCKETS,
    );
    this.maintained = metrics.counter(
      'oniverse_maintenance_items_total',
      'Rows that maintenance removed or repaired in this worker.',
      ['job'],
    );
  }

  /** Reads the queues and the maintenance log from Redis at each scrape. */
  collectQueues(queues: Readonly<Record<QueueName, Queue>>, maintenanceLog: MaintenanceLog): void {
    const jobs = this.metrics.gauge(
      'oniverse_queue_jobs',
      'Jobs in a queue by state. All workers report the same value.',
      ['queue', 'state'],
    );
    const oldest = this.metrics.gauge(
      'oniverse_queue_oldest_seconds',
      'Age of the oldest job that waits in a queue, 0 if there is none. All workers report the same value.',
      ['queue'],
    );
    this.metrics.collectOnScrape([jobs, oldest], async () => {
      await Promise.all(
        QUEUES.map(async (queue) => {
          const counts = await queues[queue].getJobCounts(...STATES);
          for (const state of STATES) jobs.set({ queue, state }, counts[state] ?? 0);
          const first = await queues[queue].getJobs(['waiting', 'prioritized'], 0, 0, true);
          // A job may end while it is read.
          const times = first.flatMap((job) => (job ? [job.timestamp + job.delay] : []));
          oldest.set({ queue }, Math.max(0, Date.now() - Math.min(Date.now(), ...times)) / 1_000);
        }),
      );
    });
    const lastSuccess = this.metrics.gauge(
      'oniverse_maintenance_last_success_timestamp_seconds',
      'Time of the last successful maintenance run in any worker. All workers report the same value.',
      ['job'],
    );
    this.metrics.collectOnScrape([lastSuccess], async () => {
      for (const [job, at] of await maintenanceLog.getLastSuccesses()) {
        lastSuccess.set({ job }, at.getTime() / 1_000);
      }
    });
  }

  recordAttempt(queue: QueueName, job: string, outcome: JobOutcome, durationMs: number): void {
    this.durations.observe({ queue, job, outcome }, durationMs / 1_000);
  }

  recordMaintained(job: string, items: number): void {
    this.maintained.inc({ job }, items);
  }
}
