import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotificationSettings, OutboxRow } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { EnqueueDigests } from './enqueue-digests.js';

describe('EnqueueDigests', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('ACC-022 enqueues what is due once, also with two workers, and plans the next one', async () => {
    const settings = stack.dataSource.getRepository(NotificationSettings);
    const add = async (given: Partial<NotificationSettings>) => {
      const { user } = await makeMember(stack.dataSource);
      await settings.insert({ userId: user.id, ...given });
      return user.id;
    };
    const past = new Date(Date.now() - 60_000);
    const due = [
      await add({ digest: 'daily', digestDueAt: past }),
      await add({ digest: 'weekly', digestDueAt: past, timeZone: 'Asia/Tokyo' }),
    ];
    await add({ digest: 'daily', digestDueAt: new Date(Date.now() + 60_000) });
    await add({ digest: 'off', digestDueAt: null });
    const jobs = [new EnqueueDigests(stack.dataSource), new EnqueueDigests(stack.dataSource)];
    const counts = await Promise.all(jobs.map((job) => job.run()));
    expect(counts[0]! + counts[1]!).toBe(2);
    const rows = await stack.dataSource.getRepository(OutboxRow).findBy({ topic: 'send-mail' });
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(due.map((id) => `digest:${id}`).toSorted());
    for (const userId of due) {
      const { digestDueAt } = await settings.findOneByOrFail({ userId });
      expect(digestDueAt!.getTime()).toBeGreaterThan(Date.now());
    }
    expect(await jobs[0]!.run()).toBe(0);
  });
});
