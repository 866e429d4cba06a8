import { type Config, connectRedis, type Logger, type RedisConnection } from '@oniverse/platform';
import { openQueue, type QueueName, QUEUES } from '@oniverse/platform/worker';
import { CommandError, notFound } from '../cli/command-error.js';

export const JOB_STATES = ['failed', 'active', 'waiting', 'delayed', 'completed'] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface ListedJob {
  queue: QueueName;
  id: string;
  name: string;
  subject: string | null;
  attempts: number;
  createdAt: string;
  /** Why it failed last. */
  reason: string | null;
}

export interface JobPlace {
  queue: QueueName;
  id: string;
}

/** What a queue does now. Times are in milliseconds since 1970. */
export interface QueueState {
  queue: QueueName;
  isPaused: boolean;
  waiting: number;
  /** When the job that waits longest could have begun; undefined if none waits. */
  oldestAt: number | undefined;
  active: { name: string; since: number }[];
  failed: number;
  lastFailure: { name: string; reason: string } | undefined;
}

/** How many running jobs of a queue are described. */
const DESCRIBED = 10;

/** Continues a list in a queue after some of its jobs. */
export interface JobCursor {
  queue: QueueName;
  offset: number;
}

/** The queues of the workers, for operators. */
export class JobQueues {
  private readonly queues;

  private constructor(private readonly redis: RedisConnection) {
    const open = (name: QueueName) => openQueue(redis, name, () => undefined);
    this.queues = new Map(QUEUES.map((name) => [name, open(name)]));
  }

  /** Runs `work` on the queues. @throws CommandError if Redis does not answer */
  static async use<T>(
    { redis: settings }: Config,
    logger: Logger,
    work: (queues: JobQueues) => Promise<T>,
  ): Promise<T> {
    // Fails at once while Redis is down, where the connection of a queue would wait.
    const check = connectRedis(settings, 'commands', logger);
    try {
      await new Promise((resolve, reject) => check.once('ready', resolve).once('error', reject));
    } catch (error) {
      throw new CommandError('unavailable', `Redis does not answer: ${String(error)}`);
    } finally {
      check.disconnect();
    }
    const queues = new JobQueues(connectRedis(settings, 'queue', logger));
    try {
      return await work(queues);
    } finally {
      await queues.close();
    }
  }

  /** Returns a page of the jobs of one queue or of all, newest first in each. */
  async list(
    wanted: { queue: QueueName | undefined; state: JobState },
    { limit, cursor }: { limit: number; cursor: JobCursor | undefined },
  ): Promise<{ items: ListedJob[]; nextCursor: string | null }> {
    const names = wanted.queue === undefined ? QUEUES : [wanted.queue];
    const items: ListedJob[] = [];
    const first = cursor === undefined ? 0 : names.indexOf(cursor.queue);
    for (const queue of names.slice(Math.max(first, 0))) {
      const offset = queue === cursor?.queue ? cursor.offset : 0;
      const room = limit - items.length;
      const jobs = await this.queue(queue).getJobs([wanted.state], offset, offset + room, false);
      items.push(...jobs.slice(0, room).map((job) => listedJob(queue, job)));
      if (jobs.length > room) return { items, nextCursor: `${queue}/${offset + room}` };
    }
    return { items, nextCursor: null };
  }

  /** Runs a failed job again. @throws CommandError if there is none, or it did not fail */
  async retry({ queue, id }: JobPlace): Promise<void> {
    const job = await this.find({ queue, id });
    if (!(await job.isFailed()))
      throw new CommandError('not_failed', `The job ${id} of ${queue} did not fail.`);
    await job.retry('failed');
  }

  /** Runs all failed jobs again. @returns how many there were */
  async retryAll(wanted: QueueName | undefined): Promise<number> {
    let retried = 0;
    for (const name of wanted === undefined ? QUEUES : [wanted]) {
      const queue = this.queue(name);
      retried += await queue.getFailedCount();
      await queue.retryJobs({ state: 'failed' });
    }
    return retried;
  }

  /** Deletes a job. @throws CommandError if there is none, or it runs */
  async drop({ queue, id }: JobPlace): Promise<void> {
    const job = await this.find({ queue, id });
    if (await job.isActive()) throw new CommandError('active', `The job ${id} of ${queue} is running.`);
    await job.remove();
  }

  /** Describes each queue. */
  async describe(): Promise<QueueState[]> {
    return Promise.all(
      QUEUES.map(async (name): Promise<QueueState> => {
        const queue = this.queue(name);
        const [isPaused, counts, [oldest], active, [failure]] = await Promise.all([
          queue.isPaused(),
          queue.getJobCounts('waiting', 'prioritized', 'failed'),
          queue.getJobs(['waiting', 'prioritized'], 0, 0, true),
          queue.getJobs(['active'], 0, DESCRIBED - 1, true),
          queue.getJobs(['failed'], 0, 0, false),
        ]);
        return {
          queue: name,
          isPaused,
          waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
          oldestAt: oldest && oldest.timestamp + oldest.delay,
          // A job may end while it is read.
          active: active.flatMap((job) =>
            job ? [{ name: job.name, since: job.processedOn ?? job.timestamp }] : [],
          ),
          failed: counts['failed'] ?? 0,
          lastFailure: failure && { name: failure.name, reason: failure.failedReason },
        };
      }),
    );
  }

  private async find({ queue, id }: JobPlace) {
    const job = await this.queue(queue).getJob(id);
    if (!job) throw notFound(`No job of ${queue} has the id ${id}.`);
    return job;
  }

  private queue(name: QueueName) {
    const queue = this.queues.get(name);
    if (!queue) throw new Error(`There is no queue ${name}.`);
    return queue;
  }

  private async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }
}

function listedJob(
  queue: QueueName,
  job: {
    id?: string;
    name: string;
    data: unknown;
    attemptsMade: number;
    timestamp: number;
    failedReason?: string;
  },
): ListedJob {
  const subject: unknown = Reflect.get(Object(job.data), 'subject');
  return {
    queue,
    id: job.id ?? '',
    name: job.name,
    subject: typeof subject === 'string' ? subject : null,
    attempts: job.attemptsMade,
    createdAt: new Date(job.timestamp).toISOString(),
    reason: job.failedReason ?? null,
  };
}
