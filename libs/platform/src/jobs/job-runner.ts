import { DelayedError, type Job, type JobsOptions, type Queue, Worker } from 'bullmq';
import type { Logger } from '../logging.js';
import type { Metrics } from '../metrics.js';
import { isOutage, property } from '../problems.js';
import { keyPrefix, type RedisConnection } from '../redis.js';
import { endSpan } from '../tracing.js';
import { beginRequest, newRequestId, resumeRequest, runInRequest } from '../request-context.js';
import {
  type AnyHandler,
  indexHandlers,
  isMaintenance,
  JobPostponed,
  type MaintenanceJob,
  queueOf,
} from './job-handler.js';
import { JobMetrics, type JobOutcome } from './job-metrics.js';
import { MaintenanceLog } from './maintenance-log.js';
import { openQueue } from './open-queue.js';
import { QUEUE_PREFIX, type QueueName, QUEUES } from '../queues.js';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** Returns the delay before the next attempt at a job, in milliseconds: exponential backoff with jitter. */
export function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS) * (0.75 + Math.random() / 2);
}

export interface Task {
  name: string;
  subject: string;
  /** The request that caused it, as `carry` returns it. Of a job that is enqueued twice, that of one of them. */
  request?: string | undefined;
}

/** What a job carries through its queue. */
interface JobData {
  subject: string;
  request?: string;
}

/** A job runs again elsewhere if its worker does not renew its lock for this long, in milliseconds. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/** After ending this many workers a job fails. */
const MAX_STALLED = 5;
/** With delays from a second to a minute, retries last about a quarter of an hour. */
const ATTEMPTS = 20;
/** About two minutes of retries: the next scheduled run follows anyway. */
const MAINTENANCE_ATTEMPTS = 8;
/** Below `LOCK_MS`. With BullMQ's default of 15 s, a finished job would run again. */
const REDIS_RETRY_MS = 1_000;
/** The minimum delay of a job while a dependency is down; it does not count as a failed attempt. */
const OUTAGE_DELAY_MS = 1_000;
/** Failed jobs are retained with their errors for operators; `age` is in seconds. */
const FAILED_RETAINED = { count: 1_000, age: 14 * 24 * 60 * 60 };
/** The latest runs of each maintenance job are retained too. */
const MAINTENANCE_RETAINED = 10;
/** A job that runs more often is logged only if it did something. */
const QUIET_BELOW_MS = 10_000;
/** How often to check that Redis still has the schedule, in milliseconds. */
const SCHEDULE_CHECK_MS = 30_000;

const OPTIONS = { backoff: { type: 'custom' }, removeOnFail: FAILED_RETAINED } satisfies JobsOptions;

/** Runs the jobs of the queues in this process until it is stopped, and enqueues new ones. */
export class JobRunner {
  readonly queues: Readonly<Record<QueueName, Queue>>;
  private readonly handlers: ReadonlyMap<string, AnyHandler>;
  private readonly maintenanceLog: MaintenanceLog;
  private readonly metrics: JobMetrics;
  private workers: Worker[] = [];
  private scheduleCheck: NodeJS.Timeout | undefined;

  /**
   * @param redis a connection of the role `queue`
   * @param needed names that must have a handler
   * @throws Error if a needed name has no handler, or a name has two
   */
  constructor(
    private readonly redis: RedisConnection,
    handlers: readonly AnyHandler[],
    needed: readonly string[],
    private readonly concurrency: Readonly<Record<QueueName, number>>,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.handlers = indexHandlers(handlers, needed);
    this.queues = {
      prompt: this.openQueue('prompt'),
      heavy: this.openQueue('heavy'),
      mail: this.openQueue('mail'),
      fetch: this.openQueue('fetch'),
      bulk: this.openQueue('bulk'),
    };
    this.maintenanceLog = new MaintenanceLog(
      redis,
      this.maintenanceJobs.map(({ name }) => name),
    );
    this.metrics = new JobMetrics(metrics);
    this.metrics.collectQueues(this.queues, this.maintenanceLog);
  }

  async start(): Promise<void> {
    await this.scheduleMaintenance();
    this.scheduleCheck = setInterval(() => void this.restoreSchedule(), SCHEDULE_CHECK_MS);
    this.workers = QUEUES.map((queue) => this.startWorker(queue));
    await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
  }

  /** Stops after the active jobs. */
  async stop(): Promise<void> {
    clearInterval(this.scheduleCheck);
    await Promise.all(this.workers.map((worker) => worker.close()));
    await Promise.all(QUEUES.map((queue) => this.queues[queue].close()));
  }

  /**
   * Enqueues jobs. A waiting or delayed job is not enqueued twice; an active one runs once more afterwards.
   * @throws Error if a name has no handler
   */
  async addTasks(tasks: readonly Task[]): Promise<void> {
    const handlers = tasks.map(({ name }) => this.requireHandler(name));
    await Promise.all(
      QUEUES.map(async (queue) => {
        const jobs = tasks.flatMap((task, index) => {
          const handler = handlers[index];
          return handler && queueOf(handler) === queue ? jobOf(task, handler) : [];
        });
        if (jobs.length > 0) await this.queues[queue].addBulk(jobs);
      }),
    );
  }

  get jobNames(): string[] {
    return [...this.handlers.keys()];
  }

  /** Returns the names of the jobs whose queue has fewer than `maxWaiting` waiting jobs. */
  async jobNamesWithCapacity(maxWaiting: number): Promise<string[]> {
    const full = new Set<QueueName>();
    await Promise.all(
      QUEUES.map(async (queue) => {
        const waiting = await this.queues[queue].getJobCountByTypes('waiting', 'prioritized');
        if (waiting >= maxWaiting) full.add(queue);
      }),
    );
    return this.jobNames.filter((name) => !full.has(queueOf(this.requireHandler(name))));
  }

  private openQueue(name: QueueName): Queue {
    return openQueue(this.redis, name, (error) => this.logUnreachable(error));
  }

  private startWorker(queue: QueueName): Worker {
    const worker = new Worker(queue, (job: Job, token?: string) => this.runForRequest(queue, job, token), {
      connection: this.redis,
      prefix: keyPrefix(this.redis, QUEUE_PREFIX),
      concurrency: this.concurrency[queue],
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
      runRetryDelay: REDIS_RETRY_MS,
      settings: { backoffStrategy: retryDelay },
    });
    worker.on('error', (error) => this.logUnreachable(error));
    worker.on('failed', (job, error) =>
      this.logger.error(
        {
          err: error,
          job: job?.name,
          subject: job && subjectOf(job),
          attempt: job?.attemptsMade,
          isFinal: job?.finishedOn !== undefined,
          requestId: job && carriedBy(job)?.split('/')[0],
        },
        'Job failed',
      ),
    );
    return worker;
  }

  private logUnreachable(error: unknown): void {
    this.logger.warn({ err: error }, 'Queue unreachable');
  }

  private requireHandler(name: string): AnyHandler {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`The job ${name} has no handler.`);
    return handler;
  }

  private get maintenanceJobs(): MaintenanceJob[] {
    return [...this.handlers.values()].filter((handler) => isMaintenance(handler));
  }

  private async scheduleMaintenance(): Promise<void> {
    for (const { name, everyMs } of this.maintenanceJobs) {
      await this.queues.bulk.upsertJobScheduler(
        name,
        { every: everyMs },
        {
          name,
          opts: { ...OPTIONS, attempts: MAINTENANCE_ATTEMPTS, removeOnComplete: MAINTENANCE_RETAINED },
        },
      );
    }
  }

  private async restoreSchedule(): Promise<void> {
    try {
      const scheduled = await this.queues.bulk.getJobSchedulersCount();
      if (scheduled < this.maintenanceJobs.length) await this.scheduleMaintenance();
    } catch (error) {
      this.logUnreachable(error);
    }
  }

  private async runForRequest(queue: QueueName, job: Job, token: string | undefined): Promise<void> {
    const name = `job ${job.name}`;
    // Maintenance has no request that caused it.
    const request =
      resumeRequest(carriedBy(job), name, 'consumer') ?? beginRequest(newRequestId(), name, 'consumer');
    try {
      await runInRequest(request, async () => this.runJob(queue, job, token));
      endSpan(request.span);
    } catch (error) {
      endSpan(request.span, { failed: !(error instanceof DelayedError) });
      throw error;
    }
  }

  private async runJob(queue: QueueName, job: Job, token: string | undefined): Promise<void> {
    const handler = this.requireHandler(job.name);
    const startedAt = performance.now();
    let outcome: JobOutcome = 'failed';
    try {
      if (isMaintenance(handler)) await this.runMaintenance(handler, startedAt);
      else await handler.run(subjectOf(job));
      outcome = 'done';
    } catch (error) {
      const isPostponed = error instanceof JobPostponed;
      if (isMaintenance(handler) || !(isPostponed || isOutage(error))) throw error;
      outcome = 'postponed';
      if (!isPostponed)
        this.logger.warn({ err: error, job: handler.name }, 'Job postponed: a dependency is down');
      const delayMs = handler.outageDelayMs ?? OUTAGE_DELAY_MS;
      await job.moveToDelayed(Date.now() + delayMs * (1 + Math.random()), token);
      throw new DelayedError();
    } finally {
      this.metrics.recordAttempt(queue, handler.name, outcome, performance.now() - startedAt);
    }
  }

  private async runMaintenance(job: MaintenanceJob, startedAt: number): Promise<void> {
    const items = await job.run();
    this.metrics.recordMaintained(job.name, items);
    await this.maintenanceLog.recordSuccess(job.name);
    const ms = Math.round(performance.now() - startedAt);
    const level = items === 0 && job.everyMs < QUIET_BELOW_MS ? 'debug' : 'info';
    this.logger[level]({ job: job.name, items, ms }, 'Maintenance finished');
  }
}

function jobOf(
  { name, subject, request }: Task,
  handler: AnyHandler,
): { name: string; data: JobData; opts: JobsOptions } {
  const delay = isMaintenance(handler) ? undefined : handler.delayMs;
  const deduplication = { id: `${name}/${subject}`, keepLastIfActive: true };
  return {
    name,
    data: { subject, ...(request !== undefined && { request }) },
    opts: {
      ...OPTIONS,
      ...(delay !== undefined && { delay }),
      deduplication,
      attempts: ATTEMPTS,
      removeOnComplete: true,
    },
  };
}

function subjectOf(job: Job): string {
  const subject = property(job.data, 'subject');
  return typeof subject === 'string' ? subject : '';
}

function carriedBy(job: Job): string | undefined {
  const request = property(job.data, 'request');
  return typeof request === 'string' ? request : undefined;
}
