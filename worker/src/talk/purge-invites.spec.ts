import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Invite, ServerRemoval } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { PurgeInvites } from './purge-invites.js';

const DAY_MS = 24 * 3_600_000;

describe('PurgeInvites', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('GAP-126 deletes expired invites and retains bans of any age', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { server } = await makeServer(stack.dataSource);
    const invites = stack.dataSource.getRepository(Invite);
    const bans = stack.dataSource.getRepository(ServerRemoval);
    const invite = { serverId: server.id, createdBy: user.id };
    await invites.insert([
      { ...invite, id: 'expired', expiresAt: new Date(Date.now() - 1_000) },
      { ...invite, id: 'valid', expiresAt: new Date(Date.now() + 60_000) },
    ]);
    await bans.insert({
      serverId: server.id,
      userId: user.id,
      removedAt: new Date(Date.now() - 365 * DAY_MS),
    });
    const job = new PurgeInvites(stack.dataSource);
    expect(await job.run()).toBe(1);
    expect((await invites.find()).map(({ id }) => id)).toEqual(['valid']);
    expect(await bans.count()).toBe(1);
    expect(await job.run()).toBe(0);
  });
});
