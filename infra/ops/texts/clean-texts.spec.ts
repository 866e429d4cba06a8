import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Post } from '@oniverse/data';
import { createLogger } from '@oniverse/platform';
import { makeMember, makePost, TestStack, waitUntil } from '@oniverse/testing';
import { createWorker } from '../../../worker/src/worker.module.js';
import { cleanAllTexts, type CleaningProgress } from './clean-texts.js';

const INTERVAL_MS = 20;

describe('cleanAllTexts', () => {
  let stack: TestStack;
  let worker: INestApplicationContext | undefined;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await worker?.close();
    await stack.stop();
  });

  it('NXT-302 has a worker clean all texts, and reports the position', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { id } = await makePost(stack.dataSource, user.id, { title: 'Ti\u0001des' });
    const reported: CleaningProgress[] = [];
    const done = cleanAllTexts(stack.dataSource, (progress) => reported.push(progress), INTERVAL_MS);
    await waitUntil('the first report', () => reported.length > 0);
    expect(reported[0]).toEqual({ table: 'users', done: 0, rows: 1 });
    worker = await createWorker(stack.config(), createLogger('test', 'silent'));
    await done;
    const { title } = await stack.dataSource.getRepository(Post).findOneByOrFail({ id });
    expect(title).toBe('Tides');
  });
});
