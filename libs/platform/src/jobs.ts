import { type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from './logging.js';

/** The queue of all jobs; a job's name says what is to be done. */
const QUEUE = 'oniverse';

/** What later work there is. Every name has exactly one handler in the worker. */
export const JOB_NAMES = ['sessions:purge', 'objects:purge'] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** Does one kind of job. Every job may run twice without harm. */
export interface JobHandler {
  readonly name: JobName;
  /** For upkeep: how often it runs by itself, in milliseconds. */
  readonly everyMs?: number;
  run(): Promise<void>;
}

/** The token under which the worker's handlers are injected. */
export const JOB_HANDLERS = Symbol('JOB_HANDLERS');

/**
 * Which handler does which job.
 * @throws Error where a name has no handler or more than one
 */
export function handlersByName(handlers: readonly JobHandler[]): ReadonlyMap<string, JobHandler> {
  const byName = new Map<string, JobHandler>();
  for (const handler of handlers) {
    if (byName.has(handler.name)) throw new Error(`The job ${handler.name} has more than one handler.`);
    byName.set(handler.name, handler);
  }
  for (const name of JOB_NAMES) {
    if (!byName.has(name)) throw new Error(`The job ${name} has no handler.`);
  }
  return byName;
}

/** Runs the jobs of the queue in this process until it is stopped. */
export class JobRunner {
  private readonly handlers: ReadonlyMap<string, JobHandler>;
  private queue: Queue | undefined;
  private worker: Worker | undefined;

  /**
   * @param redis a connection of the role `queue`
   * @throws Error where a name has no handler or more than one
   */
  constructor(
    private readonly redis: Redis,
    handlers: readonly JobHandler[],
    private readonly logger: Logger,
  ) {
    this.handlers = handlersByName(handlers);
  }

  /** Schedules what runs by itself, and begins. */
  async start(): Promise<void> {
    this.queue = new Queue(QUEUE, { connection: this.redis });
    this.queue.on('error', (error) => this.logger.warn({ err: error }, 'The queue cannot be reached'));
    for (const { name, everyMs } of this.handlers.values()) {
      if (everyMs === undefined) continue;
      await this.queue.upsertJobScheduler(
        name,
        { every: everyMs },
        { name, opts: { removeOnComplete: 10, removeOnFail: 100 } },
      );
    }
    this.worker = new Worker(QUEUE, (job: Job) => this.run(job), { connection: this.redis });
    this.worker.on('error', (error) => this.logger.warn({ err: error }, 'The queue cannot be reached'));
    this.worker.on('failed', (job, error) =>
      this.logger.error({ err: error, job: job?.name }, 'A job failed'),
    );
    await this.worker.waitUntilReady();
  }

  /** Ends after the jobs under way. */
  async stop(): Promise<void> {
    await this.worker?.close();
    await this.queue?.close();
  }

  private async run(job: Job): Promise<void> {
    const handler = this.handlers.get(job.name);
    if (!handler) throw new Error(`The job ${job.name} has no handler.`);
    await handler.run();
  }
}
