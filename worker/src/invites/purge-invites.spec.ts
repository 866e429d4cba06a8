import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Invite, ServerRemoval } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { PurgeInvites } from './purge-invites.js';

const DAY_MS = 24 * 3_600_000;

describe('purging invites', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('GAP-126 takes away what has run out, and removals that no invite is older than', async () => {
    const [{ user: recent }, { user: longAgo }] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
    ];
    const { server } = await makeServer(stack.dataSource);
    const invites = stack.dataSource.getRepository(Invite);
    const removals = stack.dataSource.getRepository(ServerRemoval);
    const invite = { serverId: server.id, createdBy: recent.id };
    await invites.insert([
      { ...invite, id: 'over', expiresAt: new Date(Date.now() - 1_000) },
      { ...invite, id: 'works', expiresAt: new Date(Date.now() + 60_000) },
    ]);
    await removals.insert([
      { serverId: server.id, userId: recent.id, removedAt: new Date(Date.now() - 29 * DAY_MS) },
      { serverId: server.id, userId: longAgo.id, removedAt: new Date(Date.now() - 31 * DAY_MS) },
    ]);
    const job = new PurgeInvites(stack.dataSource);
    expect(await job.run()).toBe(2);
    expect((await invites.find()).map(({ id }) => id)).toEqual(['works']);
    expect((await removals.find()).map(({ userId }) => userId)).toEqual([recent.id]);
    expect(await job.run()).toBe(0);
  });
});
