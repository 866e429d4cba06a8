import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Session } from '@oniverse/data';
import { createLogger } from '@oniverse/platform';
import { makeMember, TestStack, until } from '@oniverse/testing';
import { createWorker } from '../worker.js';

describe('purging sessions', () => {
  let stack: TestStack;
  let worker: INestApplicationContext | undefined;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await worker?.close();
    await stack.stop();
  });

  it('AUT-049 removes what has run out and keeps what has not, by itself', async () => {
    const { user: gone } = await makeMember(stack.dataSource);
    const { user: here } = await makeMember(stack.dataSource);
    const sessions = stack.dataSource.getRepository(Session);
    await sessions.update({ userId: gone.id }, { expiresAt: new Date(Date.now() - 1_000) });
    worker = await createWorker(stack.config(), createLogger('test', 'silent'));
    await until('the purge', async () => (await sessions.countBy({ userId: gone.id })) === 0);
    expect(await sessions.countBy({ userId: here.id })).toBe(1);
  });
});
