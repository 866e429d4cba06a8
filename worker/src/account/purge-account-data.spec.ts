import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountActivity, AccountToken, EmailChange, FormerUsername } from '@oniverse/data';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { PurgeAccountData } from './purge-account-data.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

describe('PurgeAccountData', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('ACC-060 ACC-024 NXT-423 deletes expired rows and no others', async () => {
    const { user } = await makeMember(stack.dataSource);
    const userId = user.id;
    const tokens = stack.dataSource.getRepository(AccountToken);
    const changes = stack.dataSource.getRepository(EmailChange);
    const former = stack.dataSource.getRepository(FormerUsername);
    const activity = stack.dataSource.getRepository(AccountActivity);
    for (const [name, days] of [
      ['old', 1],
      ['new', -1],
    ] as const) {
      const expiring = { hash: name, userId, expiresAt: daysAgo(days) };
      await tokens.insert({ ...expiring, purpose: 'reset-password' });
      await changes.insert({ userId, previousEmail: name, createdAt: daysAgo(7 + days) });
      for (const id of [userId, null]) {
        const username = uniqueName(name);
        await former.insert({ username, userId: id, releasedAt: daysAgo(90 + days) });
      }
      await activity.insert({ userId, kind: 'signed_in', detail: name, createdAt: daysAgo(180 + days) });
    }
    expect(await new PurgeAccountData(stack.dataSource).run()).toBe(4);
    expect(await former.countBy({ userId })).toBe(2);
    expect(await tokens.findBy({ userId })).toMatchObject([{ hash: 'new' }]);
    expect(await changes.findBy({ userId })).toMatchObject([{ previousEmail: 'new' }]);
    expect(await activity.findBy({ userId })).toMatchObject([{ detail: 'new' }]);
  });
});
