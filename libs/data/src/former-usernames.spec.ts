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
    expect(await listOf(other.id)).toEqual([names[5]]);
    expect(await listOf(user.id)).not.toContain(names[5]);
  });

  it('NXT-423 lead to the member who has or holds them, and to nobody after the erasure', async () => {
    const users = stack.dataSource.getRepository(User);
    const { user } = await makeMember(stack.dataSource);
    const names = [user.username, ...Array.from({ length: 4 }, () => uniqueName())];
    for (const username of names.slice(1)) await users.update(user.id, { username });
    const leads = async (): Promise<(string | null)[]> => {
      const rows: { id: string | null }[] = await stack.dataSource.query(
        'SELECT member_named(name) AS id FROM unnest($1::text[]) WITH ORDINALITY AS given (name, n) ORDER BY n',
        [names],
      );
      return rows.map(({ id }) => id);
    };
    expect(await leads()).toEqual([null, user.id, user.id, user.id, user.id]);
    const { user: sender } = await makeMember(stack.dataSource);
    expect(
      await stack.dataSource.query(`SELECT * FROM resolve_mentions($1, NULL, $2, NULL, '{}')`, [
        sender.id,
        names,
      ]),
    ).toEqual([{ user_id: user.id, is_new: true }]);
    const former = stack.dataSource.getRepository(FormerUsername);
    await former.update({ username: names[1]! }, { heldUntil: new Date(Date.now() - 1_000) });
    expect(await leads()).toEqual([null, null, user.id, user.id, user.id]);
    await users.delete(user.id);
    expect(await leads()).toEqual(names.map(() => null));
    expect(await former.findOneBy({ username: names[2]! })).toMatchObject({
      userId: null,
      heldUntil: expect.any(Date),
    });
  });
});
