import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource } from './data-source.js';

/** Longer than a burst of sign-ins takes on a slow machine. */
const BURST_MS = 8_000;
const TIMEOUT_MS = 10_000;

describe('a statement while all connections are in use', () => {
  let stack: TestStack;
  let dataSource: DataSource;
  let runner: QueryRunner;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(async () => {
    dataSource = await createDataSource(stack.env()['DATABASE_URL'] ?? '', { poolSize: 1 }).initialize();
    runner = dataSource.createQueryRunner();
    await runner.connect();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  });

  afterEach(async () => {
    jest.useRealTimers();
    await runner.release();
    await dataSource.destroy();
  });

  afterAll(async () => {
    await stack.stop();
  });

  /** Resolves once the statement waits. */
  const ask = async (): Promise<{ answer: Promise<unknown> }> => {
    const answer: Promise<unknown> = dataSource.query('SELECT 1 AS one');
    await setImmediate();
    return { answer };
  };

  it('waits for its turn during a burst', async () => {
    const { answer } = await ask();
    jest.advanceTimersByTime(BURST_MS);
    await runner.release();
    await expect(answer).resolves.toEqual([{ one: 1 }]);
  });

  it('does not wait for ever', async () => {
    const { answer } = await ask();
    jest.advanceTimersByTime(TIMEOUT_MS);
    await expect(answer).rejects.toThrow('timeout exceeded when trying to connect');
    await runner.release();
  });
});
