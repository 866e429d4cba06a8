import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemberRecord, StaffMemberView, TakeMeasureBody } from '@oniverse/contracts';
import { AccountActivity, Measure, Session, StaffAuditEntry, User } from '@oniverse/data';
import { makeMember, makeSession, makeStaff, TestStack, uniqueName } from '@oniverse/testing';
import { ErasureRecords, ObjectStore } from '@oniverse/platform';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

interface Caller {
  sessionId: string;
}

const MEASURE = { rule: 'spam', reason: 'Stop it.' } as const;

describe('members for the staff of the platform', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const db = () => stack.dataSource;
  const as = (
    { sessionId }: Caller,
    method: 'get' | 'post' | 'patch' | 'delete',
    path: string,
    body?: object,
  ) => {
    const request = backend.api[method](`/api${path}`).set(...bearer(sessionId));
    return body === undefined ? request : request.send(body);
  };
  const found = async (staff: Caller, q: string): Promise<string[]> => {
    const { body } = await as(staff, 'get', `/staff/members?q=${encodeURIComponent(q)}`).expect(200);
    return body.map(({ username }: StaffMemberView) => username);
  };
  const recordOf = async (staff: Caller, id: string): Promise<MemberRecord> =>
    (await as(staff, 'get', `/staff/members/${id}`).expect(200)).body;
  const take = (staff: Caller, id: string, body: Partial<TakeMeasureBody>) =>
    as(staff, 'post', `/staff/members/${id}/measures`, { ...MEASURE, ...body });
  const auditOf = async (actorId: string) =>
    (
      await db()
        .getRepository(StaffAuditEntry)
        .find({ where: { actorId }, order: { id: 'ASC' } })
    ).map(({ kind }) => kind);

  it('STF-040 are found by the beginning of an Oni ID, a name, an address or a network', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const name = uniqueName('lev');
    const { user } = await makeMember(db(), {
      username: name,
      displayName: 'Žofie Kašpar',
      email: `${name}.mail@example.org`,
    });
    const { username: other } = (await makeMember(db())).user;
    await db().getRepository(Session).update({ userId: user.id }, { address: '203.0.113.0/24' });
    await makeSession(db(), user.id);
    for (const q of [
      name.slice(0, -1),
      name.toUpperCase(),
      'zofie k',
      'ŽOFIE',
      `${name}.mail@`,
      '203.0.113',
      '203.0.',
    ]) {
      expect([q, await found(staff, q)]).toEqual([q, [name]]);
    }
    for (const q of ['nobody_here', '%', '_', 'mail@', '204.0', '2001:db8:', `x${name}`]) {
      expect([q, await found(staff, q)]).toEqual([q, []]);
    }
    const { body: all } = await as(staff, 'get', '/staff/members?limit=2').expect(200);
    expect(all).toMatchObject([
      { username: other, staffRole: null, isSuspended: false },
      { username: name, displayName: 'Žofie Kašpar' },
    ]);
    const { body: next } = await as(staff, 'get', `/staff/members?limit=1&cursor=${all[1].id}`).expect(200);
    expect(next).toMatchObject([{ username: staff.user.username, staffRole: 'moderator' }]);
  });

  it('STF-041 have a record with sessions, cases and measures, and each look is in the audit log', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const [member, reporter] = [await makeMember(db()), await makeMember(db())];
    const { id } = member.user;
    const session = { address: '203.0.113.0/24', device: 'Mozilla/5.0 (X11; Linux x86_64)' };
    await db().getRepository(Session).update({ userId: id }, session);
    await as(reporter, 'post', '/reports', { kind: 'member', subjectId: id, reason: 'spam' }).expect(201);
    await take(staff, id, { action: 'warn' }).expect(200);
    const record = await recordOf(staff, id);
    expect(record).toMatchObject({
      username: member.user.username,
      isVerified: false,
      hasFactor: false,
      isPublic: true,
      pictureBytes: 0,
      fileBytes: 0,
      openSessions: [session],
      newestCases: [{ kind: 'member', reason: 'spam', outcome: null }],
      newestMeasures: [{ kind: 'warned', reason: 'Stop it.', takenBy: { username: staff.user.username } }],
    });
    expect(JSON.stringify(record)).not.toContain(member.user.email);
    expect(await auditOf(staff.user.id)).toEqual(['member_warned', 'member_viewed']);
    await as(staff, 'get', '/staff/members/019abb00-0000-7000-8000-0000000000ff').expect(404);
    await as(staff, 'get', '/staff/members/none').expect(400);
  });

  it('STF-042 are warned and suspended, and their profile is hidden, without a case', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const [member, reader] = [await makeMember(db()), await makeMember(db())];
    const { id, username } = member.user;
    await take(staff, id, { action: 'warn', reason: ' ' }).expect(400);
    const { body: hidden } = await take(staff, id, { action: 'hide' }).expect(200);
    expect(hidden).toMatchObject({
      isPublic: false,
      newestMeasures: [{ kind: 'content_hidden', subject: { kind: 'profile', title: null } }],
    });
    await as(reader, 'get', `/users/${username}`).expect(404);
    await as(member, 'patch', '/users/profile', { isPublic: true }).expect(403);
    const [{ id: measureId } = { id: '' }] = await db().getRepository(Measure).findBy({ userId: id });
    await as(staff, 'delete', `/staff/measures/${measureId}`).expect(200);
    await as(reader, 'get', `/users/${username}`).expect(200);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const { body: suspended } = await take(staff, id, { action: 'suspend', until }).expect(200);
    expect(suspended).toMatchObject({ isSuspended: true, openSessions: [], newestMeasures: [{ until }, {}] });
    await as(member, 'get', '/auth/me').expect(401);
  });

  it('STF-042 lose all sessions at once, and read so in their activity', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const member = await makeMember(db());
    const { id } = member.user;
    await makeSession(db(), id);
    const { body } = await as(staff, 'delete', `/staff/members/${id}/sessions`).expect(200);
    expect(body).toMatchObject({ sessions: 0, openSessions: [] });
    await as(member, 'get', '/auth/me').expect(401);
    expect(await db().getRepository(AccountActivity).countBy({ userId: id, kind: 'sessions_ended' })).toBe(1);
    expect(await auditOf(staff.user.id)).toEqual(['member_sessions_ended', 'member_viewed']);
  });

  it('STF-043 are not touched by staff of the same or a lower role', async () => {
    const [moderator, admin] = [await makeStaff(db(), 'moderator'), await makeStaff(db(), 'admin')];
    const peer = await makeStaff(db(), 'moderator');
    const boss = await makeStaff(db(), 'admin');
    for (const [staff, other] of [
      [moderator, peer],
      [moderator, moderator],
      [moderator, admin],
      [admin, boss],
      [admin, admin],
    ] as const) {
      const { id, username } = other.user;
      for (const answer of [
        await take(staff, id, { action: 'warn' }),
        await take(staff, id, { action: 'hide' }),
        await take(staff, id, { action: 'suspend' }),
        await as(staff, 'delete', `/staff/members/${id}/sessions`),
        await as(staff, 'post', `/staff/members/${id}/erasure`, { username }),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
      }
      expect(await db().getRepository(Measure).countBy({ userId: id })).toBe(0);
      expect(await db().getRepository(Session).countBy({ userId: id })).toBe(1);
    }
    const { body } = await take(admin, peer.user.id, { action: 'suspend' }).expect(200);
    expect(body).toMatchObject({ isSuspended: true, staffRole: 'moderator' });
  });

  it('STF-043 keep a demoted moderator, who is still signed in, from acting', async () => {
    const staff = await makeStaff(db(), 'moderator');
    const { user } = await makeMember(db());
    await recordOf(staff, user.id);
    await db().getRepository(User).update({ id: staff.user.id }, { staffRole: null });
    await take(staff, user.id, { action: 'warn' }).expect(403);
    await as(staff, 'get', `/staff/members/${user.id}`).expect(403);
    await as(staff, 'get', '/staff/members').expect(403);
  });

  it('STF-044 are erased on request by admins, who type the Oni ID, as by themselves', async () => {
    const [moderator, admin] = [await makeStaff(db(), 'moderator'), await makeStaff(db(), 'admin')];
    const member = await makeMember(db());
    const { id, username } = member.user;
    const records = new ErasureRecords(new ObjectStore(stack.config().objectStore));
    const recorded = async () => (await records.list()).filter(({ userId }) => userId === id);
    const path = `/staff/members/${id}/erasure`;
    expect((await as(moderator, 'post', path, { username }).expect(403)).body.reason).toBe('notAdmin');
    expect(
      (await as(admin, 'post', path, { username: `${username}x` }).expect(400)).body.fields,
    ).toHaveProperty('username');
    expect(await recorded()).toEqual([]);
    await as(member, 'get', '/auth/me').expect(200);
    await as(admin, 'post', path, { username: username.toUpperCase() }).expect(200);
    await as(member, 'get', '/auth/me').expect(401);
    expect(await db().getRepository(User).countBy({ id })).toBe(0);
    expect(await recorded()).toHaveLength(1);
    const { body: log } = await as(admin, 'get', '/staff/audit?limit=1').expect(200);
    expect(log).toMatchObject([{ kind: 'member_erased', subject: null }]);
    expect(JSON.stringify(log)).not.toContain(username);
    await as(admin, 'post', path, { username }).expect(404);
  });
});
