import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Application } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { PurgeApplications } from './purge-applications.js';

const DAY_MS = 86_400_000;

describe('PurgeApplications', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('TLK-230 deletes applications that were declined 30 days ago and no others', async () => {
    const { server } = await makeServer(stack.dataSource);
    const applications = stack.dataSource.getRepository(Application);
    const apply = async (declinedFor: number | null) => {
      const { user } = await makeMember(stack.dataSource);
      const decidedAt = declinedFor === null ? null : new Date(Date.now() - declinedFor * DAY_MS);
      const createdAt = new Date(Date.now() - 400 * DAY_MS);
      const state = decidedAt ? ('declined' as const) : ('waiting' as const);
      const common = { serverId: server.id, userId: user.id, answers: [], word: null, createdAt };
      await applications.insert({ ...common, state, decidedAt });
      return user.id;
    };
    await apply(31);
    const kept = [await apply(29), await apply(null)];
    const job = new PurgeApplications(stack.dataSource);
    expect(await job.run()).toBe(1);
    expect((await applications.find()).map(({ userId }) => userId).toSorted()).toEqual(kept.toSorted());
    expect(await job.run()).toBe(0);
  });
});
