import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { createLogger, Metrics } from '@oniverse/platform';
import { TestStack } from '@oniverse/testing';
import { OutboxMetrics } from './outbox-metrics.js';
import { OutboxRepository } from './outbox.repository.js';
import { ReviewOutbox } from './review-outbox.js';

describe('what stands in the outbox for long', () => {
  let stack: TestStack;
  let logged: Record<string, unknown>[];

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(async () => {
    await stack.dataSource.query('TRUNCATE outbox');
    logged = [];
  });

  afterAll(async () => {
    await stack.stop();
  });

  const leave = (topic: string, age: string, rows = 1): Promise<unknown> =>
    stack.dataSource.query(
      `INSERT INTO outbox (topic, subject, created_at)
       SELECT $1, 's' || n, now() - $2::interval FROM generate_series(1, $3) n`,
      [topic, age, rows],
    );
  const left = async (): Promise<unknown> =>
    stack.dataSource.query(
      'SELECT topic, count(*)::integer AS rows FROM outbox GROUP BY topic ORDER BY topic COLLATE "C"',
    );
  const logger = () =>
    createLogger('test', 'info', {
      write: (line: string) => {
        const entry: Record<string, unknown> = JSON.parse(line);
        logged.push(entry);
      },
    });
  const review = (): Promise<number> =>
    new ReviewOutbox(new OutboxRepository(stack.dataSource), logger()).run();

  it('goes where nobody knows its topic any more, and stays where its effect is owed', async () => {
    await leave('of:old', '8 days', 1_500);
    await leave('of:new', '6 days', 2);
    await leave(OUTBOX_TOPICS.memberTags, '30 days', 3);
    expect(await review()).toBe(1_500);
    expect(await left()).toEqual([
      { topic: OUTBOX_TOPICS.memberTags, rows: 3 },
      { topic: 'of:new', rows: 2 },
    ]);
  });

  it('is spoken of where it is stuck', async () => {
    await leave(OUTBOX_TOPICS.imageCreated, '61 minutes', 2);
    await leave(OUTBOX_TOPICS.memberTags, '59 minutes');
    await leave('of:new', '2 hours');
    expect(await review()).toBe(0);
    expect(logged).toMatchObject([
      { level: 50, topic: OUTBOX_TOPICS.imageCreated, rows: 2, oldestSeconds: 3_660 },
    ]);
  });

  it('is counted, by the topics that are known', async () => {
    const metrics = new Metrics(logger());
    new OutboxMetrics(metrics, new OutboxRepository(stack.dataSource)).onModuleInit();
    const samples = async (): Promise<string[]> =>
      (await metrics.text()).split('\n').filter((line) => line.startsWith('oniverse_outbox'));
    expect(await samples()).toEqual(
      ['rows', 'oldest_seconds'].flatMap((name) =>
        Object.values(OUTBOX_TOPICS).map((topic) => `oniverse_outbox_${name}{topic="${topic}"} 0`),
      ),
    );
    await leave(OUTBOX_TOPICS.memberTags, '1 minute', 3);
    await leave('of:one', '1 hour');
    await leave('of:other', '2 hours');
    const found = await samples();
    expect(found).toContain(`oniverse_outbox_rows{topic="${OUTBOX_TOPICS.memberTags}"} 3`);
    expect(found).toContain('oniverse_outbox_rows{topic="unknown"} 2');
    const oldest = (topic: string): number =>
      Math.floor(
        Number(
          found
            .find((line) => line.startsWith(`oniverse_outbox_oldest_seconds{topic="${topic}"`))
            ?.split(' ')[1],
        ) / 60,
      );
    expect(oldest(OUTBOX_TOPICS.memberTags)).toBe(1);
    expect(oldest('unknown')).toBe(120);
    expect(found.join('\n')).not.toContain('of:');
  });
});
