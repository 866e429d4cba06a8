import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TimeOut } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { PurgeTimeOuts } from './purge-time-outs.js';

describe('PurgeTimeOuts', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('TLK-178 deletes ended time-outs and no others', async () => {
    const { server } = await makeServer(stack.dataSource);
    const [ended, running] = await Promise.all([1, 2].map(async () => makeMember(stack.dataSource)));
    const timeOuts = stack.dataSource.getRepository(TimeOut);
    const common = { serverId: server.id, reason: 'Spoilers.' };
    await timeOuts.insert([
      { ...common, userId: ended!.user.id, until: new Date(Date.now() - 1_000) },
      { ...common, userId: running!.user.id, until: new Date(Date.now() + 60_000) },
    ]);
    const job = new PurgeTimeOuts(stack.dataSource);
    expect(await job.run()).toBe(1);
    expect((await timeOuts.find()).map(({ userId }) => userId)).toEqual([running!.user.id]);
    expect(await job.run()).toBe(0);
  });
});
