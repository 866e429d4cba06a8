import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DedicatedTestStack, waitUntil } from '@oniverse/testing';
import { type Job, Queue } from 'bullmq';
import { createLogger } from '../logging.js';
import { Metrics } from '../metrics.js';
import { unavailable } from '../problems.js';
import { connectRedis, type RedisConnection } from '../redis.js';
import { type AnyHandler, JobPostponed } from './job-handler.js';
import { JobRunner } from './job-runner.js';

const HOUR_MS = 3_600_000;
const REQUEST_ID = '7f3a9c21-6f0b-4d53-9a39-5a8f4e0c2b11';
const CONCURRENCY = { prompt: 2, heavy: 1, mail: 1, fetch: 1, bulk: 1 };

/** A handler whose jobs run until they are released. */
class BlockingHandler {
  readonly started: string[] = [];
  private readonly releases: (() => void)[] = [];

  constructor(
    readonly name: string,
    readonly isHeavy: boolean,
    readonly isBulk: boolean,
  ) {}

  async run(subject: string): Promise<void> {
    this.started.push(subject);
    await new Promise<void>((resolve) => {
      this.releases.push(resolve);
    });
  }

  release(): void {
    for (const resolve of this.releases.splice(0)) resolve();
  }
}

describe('JobRunner', () => {
  let stack: DedicatedTestStack;
  let redis: RedisConnection;
  let metrics: Metrics;
  let logged: Record<string, unknown>[];
  const runners: JobRunner[] = [];

  beforeAll(async () => {
    stack = await DedicatedTestStack.startOnSharedPostgres();
  });

  beforeEach(async () => {
    redis = connectRedis(stack.config().redis, 'queue', createLogger('test', 'silent'));
    await redis.flushall();
    logged = [];
  });

  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    redis.disconnect();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const logger = createLogger('test', 'info', {
    write: (line: string) => {
      const entry: Record<string, unknown> = JSON.parse(line);
      logged.push(entry);
    },
  });
  const start = async (handlers: readonly AnyHandler[]): Promise<JobRunner> => {
    metrics = new Metrics(logger);
    const runner = new JobRunner(redis, handlers, [], CONCURRENCY, logger, metrics);
    await runner.start();
    runners.push(runner);
    return runner;
  };

  const samples = async (name: string): Promise<string[]> =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

  it('runs prompt jobs while the other queues are busy', async () => {
    const heavy = new BlockingHandler('heavy', true, false);
    const bulk = new BlockingHandler('bulk', false, true);
    const done: string[] = [];
    const runner = await start([
      heavy,
      bulk,
      { name: 'prompt', run: async (subject) => void done.push(subject) },
    ]);
    const tasks = (name: string) => ['1', '2', '3', '4', '5'].map((subject) => ({ name, subject }));
    await runner.addTasks([...tasks('heavy'), ...tasks('bulk')]);
    await waitUntil('both to start', () => heavy.started.length > 0 && bulk.started.length > 0);
    await runner.addTasks(tasks('prompt'));
    await waitUntil('the prompt jobs', () => done.length === 5);
    // As many of each as the concurrency allows.
    expect([heavy.started, bulk.started]).toEqual([['1'], ['1']]);
    expect(await samples('oniverse_queue_jobs')).toEqual(
      expect.arrayContaining([
        'oniverse_queue_jobs{queue="heavy",state="active"} 1',
        'oniverse_queue_jobs{queue="heavy",state="waiting"} 4',
        'oniverse_queue_jobs{queue="bulk",state="active"} 1',
        'oniverse_queue_jobs{queue="prompt",state="waiting"} 0',
      ]),
    );
    await waitUntil('all jobs', () => {
      heavy.release();
      bulk.release();
      return heavy.started.length === 5 && bulk.started.length === 5;
    });
    heavy.release();
    bulk.release();
  });

  it('TLK-102 runs a delayed job once for all requests until it starts', async () => {
    const done: string[] = [];
    const runner = await start([
      { name: 'late', delayMs: 100, run: async (subject) => void done.push(subject) },
      { name: 'prompt', run: async (subject) => void done.push(subject) },
    ]);
    for (const subject of ['a', 'a', 'b', 'a']) await runner.addTasks([{ name: 'late', subject }]);
    await runner.addTasks([{ name: 'prompt', subject: 'first' }]);
    await waitUntil('all jobs', () => done.length === 3);
    expect(done).toEqual(['first', 'a', 'b']);
    await runner.addTasks([{ name: 'late', subject: 'a' }]);
    await waitUntil('the next one', () => done.length === 4);
  });

  it('TLK-312 runs a postponed job after those behind it, and counts no attempt', async () => {
    const done: string[] = [];
    let isBusy = true;
    await (
      await start([
        {
          name: 'page',
          isFetch: true,
          run: async (subject) => {
            if (subject === 'busy' && isBusy) {
              isBusy = false;
              throw new JobPostponed();
            }
            done.push(subject);
          },
        },
      ])
    ).addTasks([
      { name: 'page', subject: 'busy' },
      { name: 'page', subject: 'other' },
    ]);
    await waitUntil('both jobs', () => done.length === 2);
    expect(done).toEqual(['other', 'busy']);
    expect(await samples('oniverse_queue_jobs{queue="fetch",state="failed"}')).toEqual([
      'oniverse_queue_jobs{queue="fetch",state="failed"} 0',
    ]);
  });

  it('LIV-131 runs jobs that a former release added, also beside it during an upgrade', async () => {
    const former = new Queue('prompt', { connection: redis, prefix: 'oniverse' });
    await former.add('prompt', { subject: 'before' });
    const done: string[] = [];
    await start([{ name: 'prompt', run: async (subject) => void done.push(subject) }]);
    await former.add('prompt', { subject: 'beside' });
    await waitUntil('both jobs', () => done.length === 2);
    expect(done).toEqual(['before', 'beside']);
    await former.close();
  });

  it('returns the jobs whose queues have capacity', async () => {
    const heavy = new BlockingHandler('heavy', true, false);
    const runner = await start([heavy, { name: 'prompt', run: async () => {} }]);
    await runner.addTasks(['1', '2', '3'].map((subject) => ({ name: 'heavy', subject })));
    await waitUntil('the first to start', () => heavy.started.length === 1);
    expect(await runner.jobNamesWithCapacity(3)).toEqual(['heavy', 'prompt']);
    expect(await runner.jobNamesWithCapacity(2)).toEqual(['prompt']);
    await waitUntil('all jobs', () => {
      heavy.release();
      return heavy.started.length === 3;
    });
    heavy.release();
  });

  it('rejects a needed name without a handler, and two handlers with the same name', () => {
    const logger = createLogger('test', 'silent');
    const create = (names: readonly string[]) => () =>
      new JobRunner(
        redis,
        names.map((name) => ({ name, run: async () => {} })),
        ['needed'],
        CONCURRENCY,
        logger,
        new Metrics(logger),
      );
    expect(create(['other'])).toThrow('The job needed has no handler.');
    expect(create(['needed', 'other', 'other'])).toThrow('The job other has more than one handler.');
  });

  it('rejects tasks without a handler', async () => {
    const runner = await start([{ name: 'one', run: async () => {} }]);
    await expect(runner.addTasks([{ name: 'other', subject: 'x' }])).rejects.toThrow(/other has no handler/);
  });

  it('retries a failed job and counts each attempt', async () => {
    let attempts = 0;
    const runner = await start([
      {
        name: 'flaky',
        run: async () => {
          attempts += 1;
          if (attempts === 1) throw new Error('Not yet');
        },
      },
    ]);
    await runner.addTasks([{ name: 'flaky', subject: 'x' }]);
    await waitUntil(
      'the second attempt',
      async () => (await samples('oniverse_job_duration_seconds_count')).length === 2,
    );
    expect(await samples('oniverse_job_duration_seconds_count')).toEqual([
      'oniverse_job_duration_seconds_count{queue="prompt",job="flaky",outcome="failed"} 1',
      'oniverse_job_duration_seconds_count{queue="prompt",job="flaky",outcome="done"} 1',
    ]);
    expect(await runner.queues.prompt.getFailedCount()).toBe(0);
  });

  it('postpones a job while a dependency is down, for the delay that its handler asks for', async () => {
    const run = () => Promise.reject(unavailable());
    const runner = await start([{ name: 'patient', outageDelayMs: HOUR_MS, run }]);
    await runner.addTasks([{ name: 'patient', subject: 'a' }]);
    let delayed: Job | undefined;
    await waitUntil('the job is postponed', async () => {
      [delayed] = await runner.queues.prompt.getDelayed();
      return delayed !== undefined;
    });
    expect(delayed?.delay).toBeGreaterThanOrEqual(HOUR_MS - 1_000);
    expect(delayed?.attemptsMade).toBe(0);
  });

  it('OPS-073 retains a job after its last attempt, with the error and the request that caused it', async () => {
    const runner = await start([
      {
        name: 'broken',
        run: async () => {
          logger.info('Trying');
          throw new Error('It stays broken');
        },
      },
    ]);
    await runner.addTasks([{ name: 'broken', subject: 'the thing', request: REQUEST_ID }]);
    await waitUntil('the first attempt', async () => (await runner.queues.prompt.getDelayedCount()) === 1);
    const [job] = await runner.queues.prompt.getDelayed();
    expect(job?.opts).toMatchObject({ attempts: 20, removeOnFail: { count: 1_000, age: 14 * 24 * 3_600 } });
    // Skips to the last attempt, which is due after a quarter of an hour.
    await redis.hset(`oniverse:prompt:${job?.id}`, 'atm', 19);
    await job?.promote();
    await waitUntil('the last attempt', async () => (await runner.queues.prompt.getFailedCount()) === 1);
    const [failed] = await runner.queues.prompt.getFailed();
    expect(failed).toMatchObject({
      name: 'broken',
      data: { subject: 'the thing', request: REQUEST_ID },
      failedReason: 'It stays broken',
    });
    const requestId = REQUEST_ID;
    expect(logged.filter(({ msg }) => msg === 'Job failed')).toMatchObject([
      { isFinal: false, requestId },
      { isFinal: true, requestId },
    ]);
    expect(logged.find(({ msg }) => msg === 'Trying')).toMatchObject({ requestId });
  });

  it('runs maintenance, logs its result, and reports its last success', async () => {
    const before = Date.now() / 1_000;
    await start([{ name: 'maintenance', everyMs: HOUR_MS, run: async () => 7 }]);
    await waitUntil('the run', () => logged.some(({ msg }) => msg === 'Maintenance finished'));
    expect(logged.filter(({ msg }) => msg === 'Maintenance finished')).toMatchObject([
      { job: 'maintenance', items: 7, level: 'info' },
    ]);
    expect(await samples('oniverse_maintenance_items_total')).toEqual([
      'oniverse_maintenance_items_total{job="maintenance"} 7',
    ]);
    const [last] = await samples('oniverse_maintenance_last_success_timestamp_seconds');
    expect(Number(last?.split(' ')[1])).toBeGreaterThanOrEqual(Math.floor(before));
    await start([{ name: 'maintenance', everyMs: HOUR_MS, run: async () => 0 }]);
    expect(await samples('oniverse_maintenance_last_success_timestamp_seconds')).toEqual([last]);
  });

  it('retries failed maintenance before the next interval', async () => {
    let runs = 0;
    await start([
      {
        name: 'maintenance',
        everyMs: HOUR_MS,
        run: async () => {
          runs += 1;
          if (runs === 1) throw new Error('Not yet');
          return 0;
        },
      },
    ]);
    await waitUntil('the second run', () => logged.some(({ msg }) => msg === 'Maintenance finished'));
    expect(runs).toBe(2);
    expect(logged.filter(({ msg }) => msg === 'Job failed')).toHaveLength(1);
  });

  it('omits the queue metrics while Redis does not answer, and reports the others', async () => {
    await start([{ name: 'one', run: async () => {} }]);
    expect(await samples('oniverse_queue_jobs{')).toHaveLength(25);
    stack.pauseRedis();
    try {
      metrics.counter('oniverse_other_total', 'Another metric.').inc();
      expect(await samples('oniverse_queue_jobs{')).toEqual([]);
      expect(await samples('oniverse_other_total')).toEqual(['oniverse_other_total 1']);
    } finally {
      stack.resumeRedis();
    }
  });
});
