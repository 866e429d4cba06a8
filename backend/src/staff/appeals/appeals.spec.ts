import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MEASURE_LIMITS } from '@oniverse/contracts';
import { Measure, StaffAuditEntry, User } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { type Account, Accounts, SECURE_SITE, statusesOf } from '../../testing/accounts.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { Measures, type TestStaff } from '../../testing/measures.js';

describe('appeals', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let accounts: Accounts;
  let measures: Measures;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config(SECURE_SITE));
    accounts = new Accounts(stack, () => backend);
    measures = new Measures(() => backend.app);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  // Who else is there decides who may decide.
  beforeEach(async () => {
    await stack.dataSource.query('UPDATE users SET staff_role = NULL WHERE staff_role IS NOT NULL');
    await stack.dataSource.getRepository(Measure).clear();
  });

  interface Suspended extends Account {
    measureId: string;
    restricted: { sessionId: string };
  }

  const suspendedBy = async (staff: TestStaff): Promise<Suspended> => {
    const account = await accounts.joinVerified();
    const measureId = await measures.take(staff, { userId: account.id });
    const { body } = await accounts.login(account.username).expect(403);
    return { ...account, measureId, restricted: { sessionId: String(body.suspended.sessionId) } };
  };
  const appeal = ({ restricted }: Suspended, text: unknown = 'It was not me.') =>
    accounts.callAs(restricted, 'post', '/suspension/appeal', { text });
  const appealedBy = async (staff: TestStaff): Promise<Suspended> => {
    const member = await suspendedBy(staff);
    await appeal(member).expect(200);
    return member;
  };
  const list = async ({ sessionId }: TestStaff, query = '') =>
    (
      await backend.api
        .get(`/api/staff/appeals${query}`)
        .set(...bearer(sessionId))
        .expect(200)
    ).body;
  const decide = (
    { sessionId }: TestStaff,
    id: string,
    decision = 'upheld',
    reason: unknown = 'It was you.',
  ) =>
    backend.api
      .post(`/api/staff/appeals/${id}/decision`)
      .set(...bearer(sessionId))
      .send({ decision, reason });
  const suspensionOf = async ({ restricted }: Suspended) =>
    (await accounts.callAs(restricted, 'get', '/suspension').expect(200)).body;

  it('STF-018 is sent once for each suspension', async () => {
    const member = await suspendedBy(await measures.makeStaff());
    expect((await suspensionOf(member)).appeal).toBeNull();
    const answers = await Promise.all(Array.from({ length: 4 }, async () => appeal(member)));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect((await suspensionOf(member)).appeal).toMatchObject({
      text: 'It was not me.',
      decision: null,
      reason: null,
      decidedAt: null,
    });
    expect(await accounts.kinds(member.id)).toContain('appealed');
    // Another suspension has an appeal of its own.
    const next = await measures.take(await measures.makeStaff(), { userId: member.id });
    const { body } = await accounts.login(member.username).expect(403);
    const again = { ...member, measureId: next, restricted: { sessionId: String(body.suspended.sessionId) } };
    await appeal(again, 'Again.').expect(200);
  });

  it.each([
    ['', 'Say what you think was judged wrongly.'],
    [' \n', 'Say what you think was judged wrongly.'],
    ['x'.repeat(MEASURE_LIMITS.appeal.max + 1), 'An appeal can have up to 2,000 characters.'],
    [7, 'This must be text.'],
  ])('STF-018 is not accepted as %j', async (text, message) => {
    const member = await suspendedBy(await measures.makeStaff());
    const { body } = await appeal(member, text).expect(400);
    expect(body.fields).toEqual({ text: message });
    await appeal(member, 'x'.repeat(MEASURE_LIMITS.appeal.max)).expect(200);
  });

  it('STF-018 is for suspended members only', async () => {
    const account = await accounts.join();
    await accounts.callAs(account, 'post', '/suspension/appeal', { text: 'Why?' }).expect(404);
    await accounts.callAs(account, 'get', '/suspension').expect(404);
    await accounts.call('post', '/suspension/appeal', { text: 'Why?' }).expect(401);
  });

  it('STF-019 is listed for the staff until it is decided, and then as closed', async () => {
    const moderator = await measures.makeStaff();
    const other = await measures.makeStaff();
    await suspendedBy(moderator);
    const first = await appealedBy(moderator);
    const second = await appealedBy(other);
    const open = await list(moderator);
    expect(open).toMatchObject([
      { id: second.measureId, member: { username: second.username }, canDecide: true },
      { id: first.measureId, member: { username: first.username }, canDecide: false },
    ]);
    expect(open[1]).toMatchObject({
      rule: 'threat',
      reason: 'You threatened someone.',
      appeal: { text: 'It was not me.', decision: null },
      decidedBy: null,
    });
    expect(await list(moderator, `?limit=1&cursor=${second.measureId}`)).toMatchObject([
      { id: first.measureId },
    ]);
    await decide(other, first.measureId).expect(200);
    expect(await list(moderator)).toMatchObject([{ id: second.measureId }]);
    expect(await list(moderator, '?state=closed')).toMatchObject([
      { id: first.measureId, canDecide: false, appeal: { decision: 'upheld' } },
    ]);
    // One that nobody decided in time is closed too.
    await stack.dataSource.getRepository(Measure).update({ id: second.measureId }, { endedAt: new Date() });
    expect(await list(moderator)).toEqual([]);
    expect(await list(moderator, '?state=closed')).toHaveLength(2);
  });

  it('STF-019 shows the member the decision with its reason, without the staff', async () => {
    const moderator = await measures.makeStaff();
    const other = await measures.makeStaff();
    const member = await appealedBy(moderator);
    const { body } = await decide(other, member.measureId).expect(200);
    expect(body).toMatchObject({ canDecide: false, appeal: { decision: 'upheld', reason: 'It was you.' } });
    const shown = await suspensionOf(member);
    expect(shown.appeal).toMatchObject({ decision: 'upheld', reason: 'It was you.' });
    const { username } = await accounts.user(other.userId);
    expect(JSON.stringify(shown)).not.toContain(username);
    const entry = (await accounts.activity(member.id)).at(-1);
    expect(entry).toMatchObject({ kind: 'appeal_upheld', sessionId: null });
    expect(await accounts.mails(member.id)).toContain(`activity:${member.id}:${entry?.id}`);
    await accounts.login(member.username).expect(403);
  });

  it('STF-019 ends the suspension at once if it is lifted', async () => {
    const moderator = await measures.makeStaff();
    const other = await measures.makeStaff();
    const member = await appealedBy(moderator);
    await decide(other, member.measureId, 'lifted', 'It was somebody else.').expect(200);
    await accounts.callAs(member.restricted, 'get', '/suspension').expect(401);
    const { body: answer } = await accounts.login(member.username).expect(200);
    const { body: listed } = await backend.api
      .get('/api/users/me/measures')
      .set(...bearer(answer.sessionId))
      .expect(200);
    expect(listed).toMatchObject([
      { endedAt: expect.any(String), appeal: { decision: 'lifted', reason: 'It was somebody else.' } },
    ]);
    const entries = await stack.dataSource
      .getRepository(StaffAuditEntry)
      .findBy({ subjectId: member.id, actorId: other.userId });
    expect(entries).toMatchObject([{ kind: 'appeal_lifted', detail: { measureId: member.measureId } }]);
    expect(await stack.dataSource.getRepository(User).existsBy({ id: member.id, isPublic: true })).toBe(true);
  });

  it('STF-019 is decided by another member of staff than the one who suspended', async () => {
    const moderator = await measures.makeStaff();
    const other = await measures.makeStaff();
    const member = await appealedBy(moderator);
    const { body } = await decide(moderator, member.measureId).expect(403);
    expect(body).toMatchObject({ code: 'forbidden', reason: 'otherStaffDecides' });
    expect((await suspensionOf(member)).appeal.decision).toBeNull();
    await decide(other, member.measureId).expect(200);
  });

  it.each([
    ['there is nobody else', undefined],
    ['the others are suspended', 'suspended'],
  ])('STF-019 is decided by the one who suspended if %s', async (_when, state) => {
    const moderator = await measures.makeStaff();
    if (state === 'suspended') {
      const { user } = await makeMember(stack.dataSource, { staffRole: 'moderator' });
      await stack.dataSource
        .getRepository(Measure)
        .insert({ userId: user.id, kind: 'suspended', rule: 'spam', reason: 'Spam.' });
    }
    const member = await appealedBy(moderator);
    expect(await list(moderator)).toMatchObject([{ canDecide: true }]);
    await decide(moderator, member.measureId).expect(200);
  });

  it('STF-019 of a moderator is for admins only', async () => {
    const admin = await measures.makeStaff('admin');
    const moderator = await measures.makeStaff();
    const account = await accounts.join();
    await accounts.update(account.id, { staffRole: 'moderator' });
    const measureId = await measures.take(admin, { userId: account.id });
    const { body } = await accounts.login(account.username).expect(403);
    await appeal({ ...account, measureId, restricted: body.suspended }).expect(200);
    expect(await list(moderator)).toMatchObject([{ canDecide: false }]);
    expect((await decide(moderator, measureId).expect(403)).body.reason).toBe('sameRole');
    // The other one may not, so the admin who suspended decides.
    await decide(admin, measureId, 'lifted').expect(200);
  });

  it('STF-019 is decided once, by one of several at the same time', async () => {
    const moderator = await measures.makeStaff();
    const others = [
      await measures.makeStaff(),
      await measures.makeStaff(),
      await measures.makeStaff('admin'),
    ];
    const member = await appealedBy(moderator);
    const answers = await Promise.all(
      others.map(async (staff, n) => decide(staff, member.measureId, n === 0 ? 'lifted' : 'upheld')),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
  });

  it('STF-019 needs a reason, an appeal and a recent proof of identity', async () => {
    const moderator = await measures.makeStaff();
    const other = await measures.makeStaff();
    const silent = await suspendedBy(moderator);
    await decide(other, silent.measureId).expect(404);
    const member = await appealedBy(moderator);
    expect((await decide(other, member.measureId, 'upheld', ' ').expect(400)).body.fields).toEqual({
      reason: 'Say why. The member reads it.',
    });
    await decide(other, member.measureId, 'maybe').expect(400);
    await accounts.age(other);
    expect((await decide(other, member.measureId).expect(403)).body.code).toBe('reauthentication_required');
  });
});
