import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SLOW_MODE } from '@oniverse/contracts';
import { SlowModeMark } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { PurgeSlowModeMarks } from './purge-slow-mode-marks.js';

describe('PurgeSlowModeMarks', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('TLK-200 deletes marks older than the longest slow mode and no others', async () => {
    const { channel } = await makeServer(stack.dataSource);
    const [old, recent] = await Promise.all([1, 2].map(async () => makeMember(stack.dataSource)));
    const marks = stack.dataSource.getRepository(SlowModeMark);
    const longestMs = SLOW_MODE.seconds.max * 1_000;
    await marks.insert([
      { channelId: channel.id, userId: old!.user.id, writtenAt: new Date(Date.now() - longestMs - 1_000) },
      {
        channelId: channel.id,
        userId: recent!.user.id,
        writtenAt: new Date(Date.now() - longestMs + 60_000),
      },
    ]);
    const job = new PurgeSlowModeMarks(stack.dataSource);
    expect(await job.run()).toBe(1);
    expect((await marks.find()).map(({ userId }) => userId)).toEqual([recent!.user.id]);
    expect(await job.run()).toBe(0);
  });
});
