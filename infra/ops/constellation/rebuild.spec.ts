import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { formatRebuildPosition, OUTBOX_TOPICS, OutboxRow, startOf } from '@oniverse/data';
import { createLogger } from '@oniverse/platform';
import { makeMember, TestStack, waitUntil } from '@oniverse/testing';
import {
  expectedConstellation,
  storedConstellation,
} from '../../../worker/src/testing/constellation-state.js';
import { createWorker } from '../../../worker/src/worker.module.js';
import { rebuildConstellation, type RebuildProgress } from './rebuild.js';

const INTERVAL_MS = 20;

describe('rebuildConstellation', () => {
  let stack: TestStack;
  let worker: INestApplicationContext | undefined;

  beforeAll(async () => {
    stack = await TestStack.start();
    for (const profileMarkdown of ['#moon #sun', '#moon', '#sun']) {
      await makeMember(stack.dataSource, { profileMarkdown });
    }
  });

  afterAll(async () => {
    await worker?.close();
    await stack.stop();
  });

  it('LIV-013 has a worker rebuild all links once for two commands, and reports the position', async () => {
    const reported: RebuildProgress[] = [];
    const rebuild = () =>
      rebuildConstellation(stack.dataSource, (progress) => reported.push(progress), INTERVAL_MS);
    const both = Promise.all([rebuild(), rebuild()]);
    await waitUntil('both commands to report', () => reported.length >= 2);
    expect(reported[0]).toEqual({ phase: 'tags', done: 0, members: 3 });
    expect(await stack.dataSource.getRepository(OutboxRow).find()).toMatchObject([
      { topic: OUTBOX_TOPICS.rebuildConstellation, subject: formatRebuildPosition(startOf('tags')) },
    ]);
    worker = await createWorker(stack.config(), createLogger('test', 'silent'));
    await both;
    const stored = await storedConstellation(stack.dataSource);
    expect(stored.links).toHaveLength(2);
    expect(stored).toEqual(await expectedConstellation(stack.dataSource));
  });
});
