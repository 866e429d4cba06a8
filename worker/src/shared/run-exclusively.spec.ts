import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { runExclusively } from './run-exclusively.js';

describe('runExclusively', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('LIV-122 leaves nothing locked when its connection dies', async () => {
    const run = (work: () => Promise<number>): Promise<number> =>
      runExclusively(stack.dataSource, 'a job', work);
    const lost = runExclusively(stack.dataSource, 'a job', async (manager) => {
      const [row]: { pid: number }[] = await manager.query('SELECT pg_backend_pid() AS pid');
      expect(await run(async () => 1)).toBe(0);
      await stack.dataSource.query('SELECT pg_terminate_backend($1, 10000)', [row?.pid]);
      return 1;
    });
    await expect(lost).rejects.toThrow();
    expect(await run(async () => 2)).toBe(2);
  });
});
