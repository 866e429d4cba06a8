import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { createLogger, Metrics } from '@oniverse/platform';
import { TestStack } from '@oniverse/testing';
import { OutboxMetrics } from './outbox-metrics.js';
import { OutboxRepository } from './outbox.repository.js';
import { CheckOutbox } from './check-outbox.js';

describe('CheckOutbox', () => {
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

  const enqueue = (topic: string, age: string, rows = 1): Promise<unknown> =>
    stack.dataSource.query(
      `INSERT INTO outbox (topic, subject, created_at)
       SELECT $1, 's' || n, now() - $2::interval FROM generate_series(1, $3) n`,
      [topic, age, rows],
    );
  const remaining = async (): Promise<unknown> =>
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
  const check = (): Promise<number> =>
    new CheckOutbox(new OutboxRepository(stack.dataSource), logger()).run();

  it('deletes old rows with an unknown topic and keeps those with a known one', async () => {
    await enqueue('old-topic', '8 days', 1_500);
    await enqueue('new-topic', '6 days', 2);
    await enqueue(OUTBOX_TOPICS.deriveMember, '30 days', 3);
    expect(await check()).toBe(1_500);
    expect(await remaining()).toEqual([
      { topic: OUTBOX_TOPICS.deriveMember, rows: 3 },
      { topic: 'new-topic', rows: 2 },
    ]);
  });

  it('logs stuck rows with a known topic', async () => {
    await enqueue(OUTBOX_TOPICS.renderImage, '61 minutes', 2);
    await enqueue(OUTBOX_TOPICS.deriveMember, '59 minutes');
    await enqueue('new-topic', '2 hours');
    expect(await check()).toBe(0);
    expect(logged).toMatchObject([
      { level: 'error', topic: OUTBOX_TOPICS.renderImage, rows: 2, oldestSeconds: 3_660 },
    ]);
  });

  it('OutboxMetrics counts rows by known topic, and the others as unknown', async () => {
    const metrics = new Metrics(logger());
    new OutboxMetrics(metrics, new OutboxRepository(stack.dataSource)).onModuleInit();
    const samples = async (): Promise<string[]> =>
      (await metrics.text()).split('\n').filter((line) => line.startsWith('oniverse_outbox'));
    expect(await samples()).toEqual(
      ['rows', 'oldest_seconds'].flatMap((name) =>
        Object.values(OUTBOX_TOPICS).map((topic) => `oniverse_outbox_${name}{topic="${topic}"} 0`),
      ),
    );
    await enqueue(OUTBOX_TOPICS.deriveMember, '1 minute', 3);
    await enqueue('unknown-one', '1 hour');
    await enqueue('unknown-other', '2 hours');
    const found = await samples();
    expect(found).toContain(`oniverse_outbox_rows{topic="${OUTBOX_TOPICS.deriveMember}"} 3`);
    expect(found).toContain('oniverse_outbox_rows{topic="unknown"} 2');
    const oldest = (topic: string): number =>
      Math.floor(
        Number(
          found
            .find((line) => line.startsWith(`oniverse_outbox_oldest_seconds{topic="${topic}"`))
            ?.split(' ')[1],
        ) / 60,
      );
    expect(oldest(OUTBOX_TOPICS.deriveMember)).toBe(1);
    expect(oldest('unknown')).toBe(120);
    expect(found.join('\n')).not.toContain('unknown-');
  });
});
