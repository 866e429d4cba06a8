import { DelayedError, type Job, type JobsOptions, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from './logging.js';
import { isOutage } from './problems.js';

/** The queue of all jobs; a job's name says what is to be done. */
const QUEUE = 'oniverse';

/** Does one kind of job. Every job may run twice, and beside itself, without harm. */
export interface JobHandler {
  /** What is to be done. For what stands in the outbox it is the topic. */
  readonly name: string;
  /** For upkeep: how often it runs by itself, in milliseconds. */
  readonly everyMs?: number;
  /** Gives way to what a member waits for. */
  readonly isBulk?: boolean;
  /** @param subject the thing that it is about; empty for what runs by the clock */
  run(subject: string): Promise<void>;
}

/** What is to be done, and to which thing. */
export interface Task {
  name: string;
  subject: string;
}

/** The token under which the worker's handlers are injected. */
export const JOB_HANDLERS = Symbol('JOB_HANDLERS');

/** A worker that says nothing for so long is gone, and what it did is done again, in milliseconds. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/** How often a worker may end in the middle of one job before the job is to blame. */
const STALLED_AT_MOST = 5;
/** From the first repeat to the last the waits grow from one second to a minute: about a quarter of an hour. */
const ATTEMPTS = 20;
const FIRST_RETRY_MS = 1_000;
const SLOWEST_RETRY_MS = 60_000;
/** How long a job waits while what it needs is down: that is no failure of its own. */
const OUTAGE_WAIT_MS = 1_000;
/** Jobs that failed for good are kept, with their reasons, for whoever looks into it. */
const FAILED_KEPT = 1_000;
/** How often it is seen to that what runs by the clock still does: Redis may have lost it, in milliseconds. */
const SCHEDULE_CHECK_MS = 30_000;
/** Less urgent than what has none. */
const BULK_PRIORITY = 10;

/**
 * Which handler does which job.
 * @param needed names that must have a handler
 * @throws Error where one of these has none, or any name has more than one
 */
export function handlersByName(
  handlers: readonly JobHandler[],
  needed: readonly string[],
): ReadonlyMap<string, JobHandler> {
  const byName = new Map<string, JobHandler>();
  for (const handler of handlers) {
    if (byName.has(handler.name)) throw new Error(`The job ${handler.name} has more than one handler.`);
    byName.set(handler.name, handler);
  }
  for (const name of needed) {
    if (!byName.has(name)) throw new Error(`The job ${name} has no handler.`);
  }
  return byName;
}

/** How long a job waits before it is tried again, in milliseconds: longer each time, with jitter. */
export function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), SLOWEST_RETRY_MS) * (0.75 + Math.random() / 2);
}

/** Runs the jobs of the queue in this process until it is stopped, and puts new ones into it. */
export class JobRunner {
  private readonly handlers: ReadonlyMap<string, JobHandler>;
  private queue: Queue | undefined;
  private worker: Worker | undefined;
  private scheduleCheck: NodeJS.Timeout | undefined;

  /**
   * @param redis a connection of the role `queue`
   * @param needed names that must have a handler
   * @param concurrency how many jobs run beside each other
   * @throws Error where a name that is needed has no handler, or any has more than one
   */
  constructor(
    private readonly redis: Redis,
    handlers: readonly JobHandler[],
    needed: readonly string[],
    private readonly concurrency: number,
    private readonly logger: Logger,
  ) {
    this.handlers = handlersByName(handlers, needed);
  }

  /** Schedules what runs by itself, and begins. */
  async start(): Promise<void> {
    this.queue = new Queue(QUEUE, { connection: this.redis });
    this.queue.on('error', (error) => this.logger.warn({ err: error }, 'The queue cannot be reached'));
    await this.schedule(this.queue);
    this.scheduleCheck = setInterval(() => void this.keepSchedule(), SCHEDULE_CHECK_MS);
    this.worker = new Worker(QUEUE, (job: Job, token?: string) => this.run(job, token), {
      connection: this.redis,
      concurrency: this.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: STALLED_AT_MOST,
      settings: { backoffStrategy: retryDelay },
    });
    this.worker.on('error', (error) => this.logger.warn({ err: error }, 'The queue cannot be reached'));
    this.worker.on('failed', (job, error) =>
      this.logger.error(
        { err: error, job: job?.name, subject: job && subjectOf(job), attempt: job?.attemptsMade },
        'A job failed',
      ),
    );
    await this.worker.waitUntilReady();
  }

  /** Ends after the jobs under way. */
  async stop(): Promise<void> {
    clearInterval(this.scheduleCheck);
    await this.worker?.close();
    await this.queue?.close();
  }

  /**
   * Puts work into the queue. What waits there already is not put in again; what is under way just now is done once
   * more after it.
   */
  async add(tasks: readonly Task[]): Promise<void> {
    await this.started.addBulk(
      tasks.map(({ name, subject }) => ({
        name,
        data: { subject },
        opts: {
          deduplication: { id: `${name}/${subject}`, keepLastIfActive: true },
          attempts: ATTEMPTS,
          backoff: { type: 'custom' },
          removeOnComplete: true,
          removeOnFail: FAILED_KEPT,
          ...this.priorityOf(name),
        },
      })),
    );
  }

  /** How many jobs wait for their turn. */
  async waiting(): Promise<number> {
    return this.started.getJobCountByTypes('waiting', 'prioritized');
  }

  /** The names of the jobs that this process can do. */
  get names(): string[] {
    return [...this.handlers.keys()];
  }

  private get started(): Queue {
    if (!this.queue) throw new Error('The queue was not started.');
    return this.queue;
  }

  private priorityOf(name: string): JobsOptions {
    return this.handlers.get(name)?.isBulk ? { priority: BULK_PRIORITY } : {};
  }

  private async schedule(queue: Queue): Promise<void> {
    for (const { name, everyMs } of this.handlers.values()) {
      if (everyMs === undefined) continue;
      await queue.upsertJobScheduler(
        name,
        { every: everyMs },
        { name, opts: { removeOnComplete: 10, removeOnFail: 100, ...this.priorityOf(name) } },
      );
    }
  }

  private async keepSchedule(): Promise<void> {
    try {
      const scheduled = await this.started.getJobSchedulersCount();
      const wanted = [...this.handlers.values()].filter(({ everyMs }) => everyMs !== undefined).length;
      if (scheduled < wanted) await this.schedule(this.started);
    } catch (error) {
      this.logger.warn({ err: error }, 'The queue cannot be reached');
    }
  }

  private async run(job: Job, token: string | undefined): Promise<void> {
    const handler = this.handlers.get(job.name);
    if (!handler) throw new Error(`The job ${job.name} has no handler.`);
    try {
      await handler.run(subjectOf(job));
    } catch (error) {
      // What runs by the clock comes again by itself.
      if (job.repeatJobKey !== undefined || !isOutage(error)) throw error;
      this.logger.warn({ err: error, job: job.name }, 'A job waits for what is down');
      await job.moveToDelayed(Date.now() + OUTAGE_WAIT_MS * (1 + Math.random()), token);
      throw new DelayedError();
    }
  }
}

function subjectOf(job: Job): string {
  const data: unknown = job.data;
  const subject: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'subject') : undefined;
  return typeof subject === 'string' ? subject : '';
}
