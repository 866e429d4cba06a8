import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuthorRemoval } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { AnonymiseAuthorRemovals, REMOVED_AUTHOR_RETENTION_MS } from './anonymise-author-removals.js';

describe('AnonymiseAuthorRemovals', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('GAP-043 clears author ids after the retention period and retains newer ones', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource);
    const removals = stack.dataSource.getRepository(AuthorRemoval);
    const removal = { channelId: channel.id, userId: user.id };
    await removals.insert([
      { ...removal, rev: 1, removedAt: new Date(Date.now() - REMOVED_AUTHOR_RETENTION_MS - 60_000) },
      { ...removal, rev: 2, removedAt: new Date(Date.now() - REMOVED_AUTHOR_RETENTION_MS + 60_000) },
    ]);
    const job = new AnonymiseAuthorRemovals(stack.dataSource);
    expect(await job.run()).toBe(1);
    expect(await removals.find({ order: { rev: 'ASC' } })).toMatchObject([
      { rev: 1, userId: null },
      { rev: 2, userId: user.id },
    ]);
    expect(await job.run()).toBe(0);
  });
});
