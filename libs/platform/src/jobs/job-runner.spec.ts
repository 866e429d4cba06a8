import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestStack, until } from '@oniverse/testing';
import type { Redis } from 'ioredis';
import { createLogger } from '../logging.js';
import { Metrics } from '../metrics.js';
import { connectRedis } from '../redis.js';
import type { AnyHandler } from './job-handler.js';
import { JobRunner } from './job-runner.js';

const HOUR_MS = 3_600_000;
const CONCURRENCY = { prompt: 2, heavy: 1, bulk: 1 };

/** A handler that goes on when it is told to. */
class Held {
  readonly began: string[] = [];
  private readonly waiting: (() => void)[] = [];

  constructor(
    readonly name: string,
    readonly isHeavy: boolean,
    readonly isBulk: boolean,
  ) {}

  async run(subject: string): Promise<void> {
    this.began.push(subject);
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve);
    });
  }

  release(): void {
    for (const go of this.waiting.splice(0)) go();
  }
}

describe('the runner of jobs', () => {
  let stack: TestStack;
  let redis: Redis;
  let metrics: Metrics;
  let logged: Record<string, unknown>[];
  const runners: JobRunner[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(async () => {
    redis = connectRedis(stack.config().redisUrl, 'queue', createLogger('test', 'silent'));
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

  const start = async (handlers: readonly AnyHandler[]): Promise<JobRunner> => {
    const logger = createLogger('test', 'info', {
      write: (line: string) => {
        const entry: Record<string, unknown> = JSON.parse(line);
        logged.push(entry);
      },
    });
    metrics = new Metrics(logger);
    const runner = new JobRunner(redis, handlers, [], CONCURRENCY, logger, metrics);
    await runner.start();
    runners.push(runner);
    return runner;
  };

  /** The samples of a metric that hold all of these labels: name and labels, with the value. */
  const samples = async (name: string): Promise<string[]> =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

  it('what is quick does not wait behind what takes long or what nobody waits for', async () => {
    const heavy = new Held('heavy', true, false);
    const bulk = new Held('bulk', false, true);
    const done: string[] = [];
    const runner = await start([
      heavy,
      bulk,
      { name: 'prompt', run: async (subject) => void done.push(subject) },
    ]);
    const tasks = (name: string) => ['1', '2', '3', '4', '5'].map((subject) => ({ name, subject }));
    await runner.add([...tasks('heavy'), ...tasks('bulk')]);
    await until('both to be at it', () => heavy.began.length > 0 && bulk.began.length > 0);
    await runner.add(tasks('prompt'));
    await until('the quick ones', () => done.length === 5);
    // As many of each as are wanted beside each other, and no more.
    expect([heavy.began, bulk.began]).toEqual([['1'], ['1']]);
    expect(await samples('oniverse_queue_jobs')).toEqual(
      expect.arrayContaining([
        'oniverse_queue_jobs{queue="heavy",state="active"} 1',
        'oniverse_queue_jobs{queue="heavy",state="waiting"} 4',
        'oniverse_queue_jobs{queue="bulk",state="active"} 1',
        'oniverse_queue_jobs{queue="prompt",state="waiting"} 0',
      ]),
    );
    await until('all to be done', () => {
      heavy.release();
      bulk.release();
      return heavy.began.length === 5 && bulk.began.length === 5;
    });
    heavy.release();
    bulk.release();
  });

  it('says in which queues there is room', async () => {
    const heavy = new Held('heavy', true, false);
    const runner = await start([heavy, { name: 'prompt', run: async () => {} }]);
    await runner.add(['1', '2', '3'].map((subject) => ({ name: 'heavy', subject })));
    await until('one to be at it', () => heavy.began.length === 1);
    expect(await runner.namesWithRoom(3)).toEqual(['heavy', 'prompt']);
    expect(await runner.namesWithRoom(2)).toEqual(['prompt']);
    await until('all to be done', () => {
      heavy.release();
      return heavy.began.length === 3;
    });
    heavy.release();
  });

  it('is not made where a name has no handler, or two', () => {
    const logger = createLogger('test', 'silent');
    const make = (names: readonly string[]) => () =>
      new JobRunner(
        redis,
        names.map((name) => ({ name, run: async () => {} })),
        ['needed'],
        CONCURRENCY,
        logger,
        new Metrics(logger),
      );
    expect(make(['other'])).toThrow('The job needed has no handler.');
    expect(make(['needed', 'other', 'other'])).toThrow('The job other has more than one handler.');
  });

  it('refuses work that nobody here can do', async () => {
    const runner = await start([{ name: 'one', run: async () => {} }]);
    await expect(runner.add([{ name: 'other', subject: 'x' }])).rejects.toThrow(/other has no handler/);
  });

  it('tries again what failed, and counts each attempt', async () => {
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
    await runner.add([{ name: 'flaky', subject: 'x' }]);
    await until(
      'the second attempt',
      async () => (await samples('oniverse_job_duration_seconds_count')).length === 2,
    );
    expect(await samples('oniverse_job_duration_seconds_count')).toEqual([
      'oniverse_job_duration_seconds_count{queue="prompt",job="flaky",outcome="failed"} 1',
      'oniverse_job_duration_seconds_count{queue="prompt",job="flaky",outcome="done"} 1',
    ]);
    expect(await runner.queues.prompt.getFailedCount()).toBe(0);
  });

  it('keeps what failed for good, with the reason', async () => {
    const runner = await start([
      {
        name: 'broken',
        run: async () => {
          throw new Error('It is broken for good');
        },
      },
    ]);
    await runner.add([{ name: 'broken', subject: 'the thing' }]);
    await until('the first attempt', async () => (await runner.queues.prompt.getDelayedCount()) === 1);
    const [job] = await runner.queues.prompt.getDelayed();
    expect(job?.opts).toMatchObject({ attempts: 20, removeOnFail: { count: 1_000, age: 14 * 24 * 3_600 } });
    // The last of its attempts is brought forward: nobody waits for a quarter of an hour.
    await redis.hset(`oniverse:prompt:${job?.id}`, 'atm', 19);
    await job?.promote();
    await until('its end', async () => (await runner.queues.prompt.getFailedCount()) === 1);
    const [failed] = await runner.queues.prompt.getFailed();
    expect(failed).toMatchObject({
      name: 'broken',
      data: { subject: 'the thing' },
      failedReason: 'It is broken for good',
    });
    expect(logged.filter(({ msg }) => msg === 'A job failed').map(({ forGood }) => forGood)).toEqual([
      false,
      true,
    ]);
  });

  it('runs upkeep by itself, says once what it did, and when it last ended well', async () => {
    const before = Date.now() / 1_000;
    await start([{ name: 'upkeep', everyMs: HOUR_MS, run: async () => 7 }]);
    await until('the run', () => logged.some(({ msg }) => msg === 'Upkeep is done'));
    expect(logged.filter(({ msg }) => msg === 'Upkeep is done')).toMatchObject([
      { job: 'upkeep', mended: 7, level: 30 },
    ]);
    expect(await samples('oniverse_upkeep_mended_total')).toEqual([
      'oniverse_upkeep_mended_total{job="upkeep"} 7',
    ]);
    const [last] = await samples('oniverse_upkeep_last_success_timestamp_seconds');
    expect(Number(last?.split(' ')[1])).toBeGreaterThanOrEqual(Math.floor(before));
    // A worker that is new knows it too.
    await start([{ name: 'upkeep', everyMs: HOUR_MS, run: async () => 0 }]);
    expect(await samples('oniverse_upkeep_last_success_timestamp_seconds')).toEqual([last]);
  });

  it('tries upkeep again that failed, before its next turn', async () => {
    let runs = 0;
    await start([
      {
        name: 'upkeep',
        everyMs: HOUR_MS,
        run: async () => {
          runs += 1;
          if (runs === 1) throw new Error('Not yet');
          return 0;
        },
      },
    ]);
    await until('the second run', () => logged.some(({ msg }) => msg === 'Upkeep is done'));
    expect(runs).toBe(2);
    expect(logged.filter(({ msg }) => msg === 'A job failed')).toHaveLength(1);
  });

  it('says nothing of the queues while Redis does not answer, and what else there is', async () => {
    await start([{ name: 'one', run: async () => {} }]);
    expect(await samples('oniverse_queue_jobs{')).toHaveLength(15);
    stack.pauseRedis();
    try {
      metrics.counter('oniverse_other_total', 'Something else.').inc();
      expect(await samples('oniverse_queue_jobs{')).toEqual([]);
      expect(await samples('oniverse_other_total')).toEqual(['oniverse_other_total 1']);
    } finally {
      stack.resumeRedis();
    }
  });
});
