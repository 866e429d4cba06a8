import { DelayedError, type Job, type JobsOptions, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../logging.js';
import type { Metrics } from '../metrics.js';
import { isOutage } from '../problems.js';
import { type AnyHandler, handlersByName, isUpkeep, queueOf, type UpkeepJob } from './job-handler.js';
import { JobMetrics, type JobOutcome } from './job-metrics.js';
import { QUEUE_PREFIX, type QueueName, QUEUES } from './queues.js';
import { retryDelay } from './retry-delay.js';
import { UpkeepLog } from './upkeep-log.js';

/** What is to be done, and to which thing. */
export interface Task {
  name: string;
  subject: string;
}

/** A worker that says nothing for so long is gone, and what it did is done again, in milliseconds. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/** How often a worker may end in the middle of one job before the job is to blame. */
const STALLED_AT_MOST = 5;
/** From the first repeat to the last the waits grow from one second to a minute: about a quarter of an hour. */
const ATTEMPTS = 20;
/** What runs by the clock comes again by itself: it is tried for about two minutes. */
const UPKEEP_ATTEMPTS = 8;
/**
 * How long a worker waits before it asks Redis again, which failed just now: BullMQ's own 15 seconds are longer than a lock
 * holds, so that a job that was done would be done again.
 */
const REDIS_WAIT_MS = 1_000;
/** How long a job waits while what it needs is down: that is no failure of its own. */
const OUTAGE_WAIT_MS = 1_000;
/** Jobs that failed for good are kept, with their reasons, for whoever looks into it: so many, for so many seconds. */
const FAILED_KEPT = { count: 1_000, age: 14 * 24 * 60 * 60 };
/** Of upkeep the latest runs are kept as well. */
const UPKEEP_DONE_KEPT = 10;
/** How often it is seen to that what runs by the clock still does: Redis may have lost it, in milliseconds. */
const SCHEDULE_CHECK_MS = 30_000;

/** What failed is tried again later each time, and kept with its reason in the end. */
const OPTIONS = { backoff: { type: 'custom' }, removeOnFail: FAILED_KEPT } satisfies JobsOptions;

/** Runs the jobs of the queues in this process until it is stopped, and puts new ones into them. */
export class JobRunner {
  /** What is in Redis, for whoever looks at it. */
  readonly queues: Readonly<Record<QueueName, Queue>>;
  private readonly handlers: ReadonlyMap<string, AnyHandler>;
  private readonly upkeepLog: UpkeepLog;
  private readonly metrics: JobMetrics;
  private workers: Worker[] = [];
  private scheduleCheck: NodeJS.Timeout | undefined;

  /**
   * @param redis a connection of the role `queue`
   * @param needed names that must have a handler
   * @param concurrency how many jobs of each queue run beside each other
   * @throws Error where a name that is needed has no handler, or any has more than one
   */
  constructor(
    private readonly redis: Redis,
    handlers: readonly AnyHandler[],
    needed: readonly string[],
    private readonly concurrency: Readonly<Record<QueueName, number>>,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.handlers = handlersByName(handlers, needed);
    this.queues = { prompt: this.open('prompt'), heavy: this.open('heavy'), bulk: this.open('bulk') };
    this.upkeepLog = new UpkeepLog(
      redis,
      handlers.filter((handler) => isUpkeep(handler)).map(({ name }) => name),
    );
    this.metrics = new JobMetrics(metrics);
    this.metrics.watch(this.queues, this.upkeepLog);
  }

  /** Schedules what runs by itself, and begins. */
  async start(): Promise<void> {
    await this.schedule();
    this.scheduleCheck = setInterval(() => void this.keepSchedule(), SCHEDULE_CHECK_MS);
    this.workers = QUEUES.map((queue) => this.work(queue));
    await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
  }

  /** Ends after the jobs under way. */
  async stop(): Promise<void> {
    clearInterval(this.scheduleCheck);
    await Promise.all(this.workers.map((worker) => worker.close()));
    await Promise.all(QUEUES.map((queue) => this.queues[queue].close()));
  }

  /**
   * Puts work into the queues. What waits there already is not put in again; what is under way just now is done once
   * more after it.
   * @throws Error where one has no handler
   */
  async add(tasks: readonly Task[]): Promise<void> {
    const queues = tasks.map(({ name }) => queueOf(this.handlerOf(name)));
    await Promise.all(
      QUEUES.map(async (queue) => {
        const jobs = tasks.filter((_, place) => queues[place] === queue).map((task) => jobOf(task));
        if (jobs.length > 0) await this.queues[queue].addBulk(jobs);
      }),
    );
  }

  /** The names of the jobs that this process can do. */
  get names(): string[] {
    return [...this.handlers.keys()];
  }

  /** Of these names, those in whose queue fewer than so many jobs wait for their turn. */
  async namesWithRoom(enough: number): Promise<string[]> {
    const full = new Set<QueueName>();
    await Promise.all(
      QUEUES.map(async (queue) => {
        const waiting = await this.queues[queue].getJobCountByTypes('waiting', 'prioritized');
        if (waiting >= enough) full.add(queue);
      }),
    );
    return this.names.filter((name) => !full.has(queueOf(this.handlerOf(name))));
  }

  private open(queue: QueueName): Queue {
    const opened = new Queue(queue, { connection: this.redis, prefix: QUEUE_PREFIX });
    opened.on('error', (error) => this.complain(error));
    return opened;
  }

  private work(queue: QueueName): Worker {
    const worker = new Worker(queue, (job: Job, token?: string) => this.run(queue, job, token), {
      connection: this.redis,
      prefix: QUEUE_PREFIX,
      concurrency: this.concurrency[queue],
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: STALLED_AT_MOST,
      runRetryDelay: REDIS_WAIT_MS,
      settings: { backoffStrategy: retryDelay },
    });
    worker.on('error', (error) => this.complain(error));
    worker.on('failed', (job, error) =>
      this.logger.error(
        {
          err: error,
          job: job?.name,
          subject: job && subjectOf(job),
          attempt: job?.attemptsMade,
          forGood: job?.finishedOn !== undefined,
        },
        'A job failed',
      ),
    );
    return worker;
  }

  private complain(error: unknown): void {
    this.logger.warn({ err: error }, 'The queue cannot be reached');
  }

  private handlerOf(name: string): AnyHandler {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`The job ${name} has no handler.`);
    return handler;
  }

  private get upkeep(): UpkeepJob[] {
    return [...this.handlers.values()].filter((handler) => isUpkeep(handler));
  }

  private async schedule(): Promise<void> {
    for (const { name, everyMs } of this.upkeep) {
      await this.queues.bulk.upsertJobScheduler(
        name,
        { every: everyMs },
        { name, opts: { ...OPTIONS, attempts: UPKEEP_ATTEMPTS, removeOnComplete: UPKEEP_DONE_KEPT } },
      );
    }
  }

  private async keepSchedule(): Promise<void> {
    try {
      const scheduled = await this.queues.bulk.getJobSchedulersCount();
      if (scheduled < this.upkeep.length) await this.schedule();
    } catch (error) {
      this.complain(error);
    }
  }

  private async run(queue: QueueName, job: Job, token: string | undefined): Promise<void> {
    const handler = this.handlerOf(job.name);
    const begin = performance.now();
    let outcome: JobOutcome = 'failed';
    try {
      if (isUpkeep(handler)) await this.runUpkeep(handler, begin);
      else await handler.run(subjectOf(job));
      outcome = 'done';
    } catch (error) {
      if (isUpkeep(handler) || !isOutage(error)) throw error;
      outcome = 'postponed';
      this.logger.warn({ err: error, job: job.name }, 'A job waits for what is down');
      await job.moveToDelayed(Date.now() + OUTAGE_WAIT_MS * (1 + Math.random()), token);
      throw new DelayedError();
    } finally {
      this.metrics.ended(queue, job.name, outcome, performance.now() - begin);
    }
  }

  private async runUpkeep(handler: UpkeepJob, begin: number): Promise<void> {
    const mended = await handler.run();
    this.metrics.mendedBy(handler.name, mended);
    await this.upkeepLog.endedWell(handler.name);
    const ms = Math.round(performance.now() - begin);
    this.logger.info({ job: handler.name, mended, ms }, 'Upkeep is done');
  }
}

function jobOf({ name, subject }: Task): { name: string; data: { subject: string }; opts: JobsOptions } {
  const deduplication = { id: `${name}/${subject}`, keepLastIfActive: true };
  return {
    name,
    data: { subject },
    opts: { ...OPTIONS, deduplication, attempts: ATTEMPTS, removeOnComplete: true },
  };
}

function subjectOf(job: Job): string {
  const data: unknown = job.data;
  const subject: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'subject') : undefined;
  return typeof subject === 'string' ? subject : '';
}
