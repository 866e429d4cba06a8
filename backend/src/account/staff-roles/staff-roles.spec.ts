import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_SESSION_MS } from '@oniverse/contracts';
import { Passkey, Session, StaffAuditEntry, User } from '@oniverse/data';
import { GOOD_PASSWORD, makeMember, makeStaff, registration, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

describe('the calls of the staff of the platform', () => {
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

  const listAudit = ({ sessionId }: { sessionId: string }) =>
    backend.api.get('/api/staff/audit').set(...bearer(sessionId));
  const problemOf = async (caller: { sessionId: string }): Promise<unknown> =>
    (await listAudit(caller).expect(403)).body;

  it('STF-003 refuse other members, and staff without a second factor', async () => {
    const { dataSource } = stack;
    expect(await problemOf(await makeMember(dataSource))).toMatchObject({
      code: 'forbidden',
      reason: 'notStaff',
    });
    const moderator = await makeStaff(dataSource, 'moderator');
    await listAudit(moderator).expect(200);
    await dataSource.getRepository(Passkey).delete({ userId: moderator.user.id });
    expect(await problemOf(moderator)).toMatchObject({ code: 'factor_required', reason: 'factorRequired' });
  });

  it('STF-003 refuse former staff at once', async () => {
    const { dataSource } = stack;
    const admin = await makeStaff(dataSource, 'admin');
    await listAudit(admin).expect(200);
    await dataSource.getRepository(User).update({ id: admin.user.id }, { staffRole: null });
    expect(await problemOf(admin)).toMatchObject({ code: 'forbidden' });
  });

  it('STF-002 end with their sessions, 12 hours after the sign-in', async () => {
    const { dataSource } = stack;
    const given = registration();
    const { body } = await backend.api.post('/api/auth/register').send(given).expect(201);
    const userId = String(body.user.id);
    await dataSource.getRepository(User).update({ id: userId }, { staffRole: 'admin' });
    const credentials = { username: given.username, password: GOOD_PASSWORD };
    const { body: answer } = await backend.api.post('/api/auth/login').send(credentials).expect(200);
    expect(answer.user).toMatchObject({ staffRole: 'admin' });
    const sessions = dataSource.getRepository(Session);
    const [earlier, later] = await sessions.find({ where: { userId }, order: { createdAt: 'ASC' } });
    expect(earlier?.endsAt).toBeNull();
    expect(later?.endsAt?.getTime()).toBe((later?.createdAt.getTime() ?? 0) + STAFF_SESSION_MS);
    expect(later?.expiresAt).toEqual(later?.endsAt);
    // It is due to be renewed, which must not make it longer.
    const me = () => backend.api.get('/api/auth/me').set(...bearer(answer.sessionId));
    await sessions.update({ publicId: later?.publicId ?? '' }, { lastSeenAt: new Date(0) });
    await me().expect(200);
    expect((await sessions.findOneByOrFail({ publicId: later?.publicId ?? '' })).expiresAt).toEqual(
      later?.endsAt,
    );
    await sessions.update({ publicId: later?.publicId ?? '' }, { endsAt: new Date(Date.now() - 1) });
    await me().expect(401);
  });

  it('STF-004 list what staff and operators did, newest first, without the names of the erased', async () => {
    const { dataSource } = stack;
    const admin = await makeStaff(dataSource, 'admin');
    const { user } = await makeMember(dataSource);
    const { user: erased } = await makeMember(dataSource);
    const entries = dataSource.getRepository(StaffAuditEntry);
    await entries.clear();
    await entries.insert({
      kind: 'staff_added',
      isByOperators: true,
      subjectId: user.id,
      detail: { role: 'moderator' },
    });
    await entries.insert({ kind: 'staff_removed', actorId: erased.id, subjectId: user.id });
    await dataSource.getRepository(User).delete({ id: erased.id });
    const { body } = await listAudit(admin).query({ limit: 1 }).expect(200);
    expect(body).toMatchObject([
      { kind: 'staff_removed', actor: null, isByOperators: false, subject: { username: user.username } },
    ]);
    const { body: next } = await listAudit(admin).query({ limit: 1, cursor: body[0].id }).expect(200);
    expect(next).toMatchObject([
      { kind: 'staff_added', actor: null, isByOperators: true, detail: { role: 'moderator' } },
    ]);
  });
});
