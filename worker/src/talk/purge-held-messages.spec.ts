import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HeldMessage } from '@oniverse/data';
import { makeServer, TestStack } from '@oniverse/testing';
import { PurgeHeldMessages } from './purge-held-messages.js';

const DAY_MS = 86_400_000;

describe('PurgeHeldMessages', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('TLK-277 deletes messages that were declined 30 days ago and no others', async () => {
    const { server, channel, owner } = await makeServer(stack.dataSource);
    const held = stack.dataSource.getRepository(HeldMessage);
    const common = {
      serverId: server.id,
      channelId: channel.id,
      userId: owner.id,
      content: 'Free nitro.',
      replyToSeq: null,
      word: null,
    };
    const declinedFor = (days: number) => ({
      ...common,
      nonce: `${days}`,
      state: 'declined' as const,
      decidedAt: new Date(Date.now() - days * DAY_MS),
    });
    await held.insert([
      declinedFor(31),
      declinedFor(29),
      { ...common, nonce: 'old', createdAt: new Date(Date.now() - 400 * DAY_MS), decidedAt: null },
    ]);
    const job = new PurgeHeldMessages(stack.dataSource);
    expect(await job.run()).toBe(1);
    expect((await held.find()).map(({ nonce }) => nonce).toSorted()).toEqual(['29', 'old']);
    expect(await job.run()).toBe(0);
  });
});
