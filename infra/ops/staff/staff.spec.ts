import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_SESSION_MS } from '@oniverse/contracts';
import { Passkey, Session, StaffAuditEntry, User } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { addStaff, listStaff, removeStaff } from './staff.js';

describe('the staff of the platform', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const roleOf = async (id: string) =>
    (await stack.dataSource.getRepository(User).findOneByOrFail({ id })).staffRole;

  it('STF-001 is named by commands of the operators, which the audit log has', async () => {
    const { dataSource } = stack;
    const { user } = await makeMember(dataSource);
    const other = await makeMember(dataSource);
    await addStaff(dataSource, user.username.toUpperCase(), 'moderator');
    await addStaff(dataSource, other.user.username, 'admin');
    expect(await roleOf(user.id)).toBe('moderator');
    await dataSource.getRepository(Passkey).insert({
      userId: user.id,
      credentialId: 'key',
      publicKey: 'key',
      name: 'Laptop',
    });
    expect(await listStaff(dataSource)).toEqual([
      { username: other.user.username, role: 'admin', hasFactor: false },
      { username: user.username, role: 'moderator', hasFactor: true },
    ]);
    await removeStaff(dataSource, user.username);
    expect(await roleOf(user.id)).toBeNull();
    const entries = await dataSource.getRepository(StaffAuditEntry).find({
      where: { subjectId: user.id },
      order: { id: 'ASC' },
    });
    expect(entries.map(({ kind, actorId, detail }) => [kind, actorId, detail])).toEqual([
      ['staff_added', null, { role: 'moderator' }],
      ['staff_removed', null, { role: 'moderator' }],
    ]);
  });

  it('STF-001 refuses unknown members and roles', async () => {
    const { dataSource } = stack;
    const { user } = await makeMember(dataSource);
    await expect(addStaff(dataSource, 'nobody_here', 'admin')).rejects.toThrow('No member has the Oni ID');
    await expect(addStaff(dataSource, user.username, 'owner')).rejects.toThrow('moderator or admin');
    await expect(removeStaff(dataSource, user.username)).rejects.toThrow('is not on the staff');
    expect(await roleOf(user.id)).toBeNull();
  });

  it('STF-002 ends open sessions of a new moderator 12 hours after their sign-in', async () => {
    const { dataSource } = stack;
    const { user } = await makeMember(dataSource);
    const sessions = dataSource.getRepository(Session);
    await addStaff(dataSource, user.username, 'moderator');
    const { createdAt, endsAt, expiresAt } = await sessions.findOneByOrFail({ userId: user.id });
    expect(endsAt?.getTime()).toBe(createdAt.getTime() + STAFF_SESSION_MS);
    expect(expiresAt).toEqual(endsAt);
  });
});
