import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type StaffRole, STAFF_SESSION_MS } from '@oniverse/contracts';
import { Session, StaffAuditEntry, User } from '@oniverse/data';
import { LiveClient, makeMember, makeStaff, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

describe('the staff in the console', () => {
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

  beforeEach(async () => {
    await stack.dataSource.query('UPDATE users SET staff_role = NULL WHERE staff_role IS NOT NULL');
  });

  type Caller = { sessionId: string };
  const give = ({ sessionId }: Caller, username: string, role: StaffRole) =>
    backend.api
      .put('/api/staff/team')
      .set(...bearer(sessionId))
      .send({ username, role });
  const remove = ({ sessionId }: Caller, userId: string) =>
    backend.api.delete(`/api/staff/team/${userId}`).set(...bearer(sessionId));
  const roleOf = async (id: string) =>
    (await stack.dataSource.getRepository(User).findOneByOrFail({ id })).staffRole;

  it('STF-057 is named by administrators: added, promoted and removed, at once in open pages', async () => {
    const admin = await makeStaff(stack.dataSource, 'admin');
    const { user, sessionId } = await makeMember(stack.dataSource);
    const page = await LiveClient.connect(backend.url, { sessionId });
    const { body } = await give(admin, user.username.toUpperCase(), 'moderator').expect(200);
    expect(body).toMatchObject({ userId: user.id, role: 'moderator', hasFactor: false });
    await waitUntil('the page to hear', () => page.payloads('account:changed').length > 0);
    page.close();
    const session = await stack.dataSource.getRepository(Session).findOneByOrFail({ userId: user.id });
    expect(session.endsAt?.getTime()).toBe(session.createdAt.getTime() + STAFF_SESSION_MS);
    const { body: list } = await backend.api
      .get('/api/staff/team')
      .set(...bearer(admin.sessionId))
      .expect(200);
    expect(list).toMatchObject([
      { userId: admin.user.id, role: 'admin', hasFactor: true },
      { userId: user.id, role: 'moderator' },
    ]);
    await give(admin, user.username, 'moderator').expect(200);
    await give(admin, user.username, 'admin').expect(200);
    expect(await roleOf(user.id)).toBe('admin');
    const entries = await stack.dataSource
      .getRepository(StaffAuditEntry)
      .find({ where: { actorId: admin.user.id }, order: { id: 'ASC' } });
    expect(entries.map(({ kind, subjectId, detail }) => [kind, subjectId, detail])).toEqual([
      ['staff_added', user.id, { role: 'moderator' }],
      ['staff_changed', user.id, { role: 'admin' }],
    ]);
    const moderator = await makeStaff(stack.dataSource, 'moderator');
    await remove(admin, moderator.user.id).expect(200);
    await remove(admin, moderator.user.id).expect(404);
    expect(await roleOf(moderator.user.id)).toBeNull();
  });

  it('STF-057 keeps other administrators, and members that do not exist out', async () => {
    const [admin, other] = [
      await makeStaff(stack.dataSource, 'admin'),
      await makeStaff(stack.dataSource, 'admin'),
    ];
    const { body } = await give(admin, other.user.username, 'moderator').expect(403);
    expect(body).toMatchObject({ code: 'forbidden', reason: 'sameRole' });
    await remove(admin, other.user.id).expect(403);
    const unknown = await give(admin, 'nobody_here', 'moderator').expect(400);
    expect(unknown.body.fieldReasons.username).toMatchObject({ reason: 'unknownMember' });
    const moderator = await makeStaff(stack.dataSource, 'moderator');
    await give(moderator, moderator.user.username, 'admin').expect(403);
    expect(await roleOf(moderator.user.id)).toBe('moderator');
  });

  it('STF-057 never loses its last administrator, also if the last two leave at the same time', async () => {
    const [admin, other] = [
      await makeStaff(stack.dataSource, 'admin'),
      await makeStaff(stack.dataSource, 'admin'),
    ];
    const statuses = await Promise.all(
      [admin, other].map(async (each) => (await remove(each, each.user.id)).status),
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 403]);
    const [last] = await stack.dataSource.getRepository(User).findBy({ staffRole: 'admin' });
    const caller = last?.id === admin.user.id ? admin : other;
    const { body } = await give(caller, String(last?.username), 'moderator').expect(403);
    expect(body).toMatchObject({ code: 'forbidden', reason: 'lastAdmin' });
  });
});
