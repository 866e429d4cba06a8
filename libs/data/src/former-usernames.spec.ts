import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeMember, TestStack, uniqueName } from '@oniverse/testing';
import { FormerUsername } from './entities/former-username.entity.js';
import { User } from './entities/user.entity.js';

describe('former Oni IDs', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('are the last ten of a member, and change hands with the next member who had one', async () => {
    const users = stack.dataSource.getRepository(User);
    const rename = (id: string, username: string) => users.update(id, { username });
    const listOf = async (userId: string): Promise<string[]> => {
      const rows = await stack.dataSource
        .getRepository(FormerUsername)
        .find({ where: { userId }, order: { releasedAt: 'DESC' } });
      return rows.map(({ username }) => username);
    };
    const { user } = await makeMember(stack.dataSource);
    const names = [user.username, ...Array.from({ length: 11 }, () => uniqueName())];
    for (const name of names.slice(1)) await rename(user.id, name);
    await users.update(user.id, { displayName: 'Vesper' });
    expect(await listOf(user.id)).toEqual(names.slice(1, -1).toReversed());

    const { user: other } = await makeMember(stack.dataSource);
    await rename(other.id, names[5]!);
    await rename(other.id, other.username);
    expect(await listOf(other.id)).toEqual([names[5], other.username]);
    expect(await listOf(user.id)).not.toContain(names[5]);
  });
});
