import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountActivity, Session } from '@oniverse/data';
import { makeMember, makeSession, TestStack } from '@oniverse/testing';
import { endSessions } from './end-sessions.js';

describe('endSessions', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const countOf = (userId: string) => stack.dataSource.getRepository(Session).countBy({ userId });
  const activityOf = async (userId: string) =>
    (await stack.dataSource.getRepository(AccountActivity).findBy({ userId })).map(({ kind }) => kind);

  it('ACC-102 ends the sessions of one member or of all, and records it in their activity', async () => {
    const { user: one } = await makeMember(stack.dataSource);
    const { user: other } = await makeMember(stack.dataSource);
    await makeSession(stack.dataSource, one.id);
    expect(await endSessions(stack.dataSource, one.username.toUpperCase())).toBe(2);
    expect([await countOf(one.id), await countOf(other.id)]).toEqual([0, 1]);
    expect(await activityOf(one.id)).toEqual(['sessions_ended']);
    expect(await activityOf(other.id)).toEqual([]);
    expect(await endSessions(stack.dataSource, one.username)).toBe(0);
    expect(await activityOf(one.id)).toHaveLength(1);

    await makeSession(stack.dataSource, one.id);
    expect(await endSessions(stack.dataSource, null)).toBe(2);
    expect([await countOf(one.id), await countOf(other.id)]).toEqual([0, 0]);
    await expect(endSessions(stack.dataSource, 'nobody_here')).rejects.toThrow(
      'No member has the Oni ID nobody_here',
    );
  });
});
