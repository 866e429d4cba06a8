import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OUTBOX_TOPICS, OutboxRow, RegistrationInvite, StaffAuditEntry, WaitlistEntry } from '@oniverse/data';
import { LiveClient, makeStaff, TestStack, uniqueName, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const MAIL = { smtpUrl: 'smtp://127.0.0.1:1', from: 'Oniverse <oni@oniverse.example>' };

describe('the waitlist in the console', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let staff: Awaited<ReturnType<typeof makeStaff>>;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config({ mail: MAIL }));
    staff = await makeStaff(stack.dataSource, 'moderator');
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  beforeEach(async () => {
    await stack.dataSource.query('DELETE FROM waitlist_entries');
    await stack.dataSource.getRepository(StaffAuditEntry).clear();
  });

  const add = async (oniId: string | null = null) =>
    stack.dataSource.getRepository(WaitlistEntry).save({
      email: `${uniqueName()}@example.org`,
      oniId,
      accessKey: null,
      provenAt: null,
      source: 'landing',
    });
  const list = (query: object = {}) =>
    backend.api
      .get('/api/staff/waitlist')
      .query(query)
      .set(...bearer(staff.sessionId));
  const invite = (id: string) =>
    backend.api.post(`/api/staff/waitlist/${id}/invite`).set(...bearer(staff.sessionId));

  it('STF-053 lists who waited longest first, and finds an address or an Oni ID', async () => {
    const [first, second] = [await add(), await add('marlow')];
    const { body: page, headers } = await list({ limit: 1 }).expect(200);
    expect(page).toEqual([
      {
        id: first.id,
        email: first.email,
        oniId: null,
        createdAt: expect.stringMatching(/Z$/),
        invitedAt: null,
        inviteExpiresAt: null,
        joinedAt: null,
      },
    ]);
    const { body: next } = await list({ cursor: headers['x-next-cursor'] }).expect(200);
    expect(next).toMatchObject([{ id: second.id, oniId: 'marlow' }]);
    for (const q of [second.email.toUpperCase(), 'Marlow']) {
      expect((await list({ q }).expect(200)).body).toMatchObject([{ id: second.id }]);
    }
    expect((await list({ q: 'marl' }).expect(200)).body).toEqual([]);
  });

  it('STF-053 STF-058 records each look, which only administrators see', async () => {
    await list().expect(200);
    const admin = await makeStaff(stack.dataSource, 'admin');
    const audit = async ({ sessionId }: { sessionId: string }) =>
      (
        await backend.api
          .get('/api/staff/audit')
          .set(...bearer(sessionId))
          .expect(200)
      ).body;
    expect(await audit(admin)).toMatchObject([
      { kind: 'waitlist_viewed', actor: { username: staff.user.username } },
    ]);
    expect(await audit(staff)).toEqual([]);
  });

  it('STF-053 mails an invitation where the site can mail, whose code nobody sees', async () => {
    const entry = await add();
    const { body } = await invite(entry.id).expect(201);
    expect(body).toMatchObject({ isMailed: true, code: null, url: null });
    const { id, codeHash } = await stack.dataSource
      .getRepository(RegistrationInvite)
      .findOneByOrFail({ entryId: entry.id });
    expect(codeHash).toBeNull();
    const mails = await stack.dataSource.getRepository(OutboxRow).findBy({ topic: OUTBOX_TOPICS.sendMail });
    expect(mails.map(({ subject }) => subject)).toContain(`registration-invite:${id}`);
    expect((await list().expect(200)).body).toMatchObject([
      { invitedAt: expect.any(String), inviteExpiresAt: body.expiresAt },
    ]);
  });

  it('STF-053 shows the code to staff once the address was mailed too often', async () => {
    const entry = await add();
    const limited = await BackendUnderTest.start(stack.config({ mail: MAIL, rateLimits: true }));
    const bodies: { isMailed: boolean; code: string | null }[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { body } = await limited.api
        .post(`/api/staff/waitlist/${entry.id}/invite`)
        .set(...bearer(staff.sessionId))
        .expect(201);
      bodies.push(body);
    }
    await limited.stop();
    expect(bodies.map(({ isMailed }) => isMailed)).toEqual([true, true, true, false]);
    expect(bodies.at(-1)?.code).toMatch(/^[\w-]{43}$/);
  });

  it('STF-053 removes an entry with its invitation and its claim, and watchers hear of the count', async () => {
    const entry = await add('lotta');
    await invite(entry.id).expect(201);
    const visitor = await LiveClient.connect(backend.url);
    await visitor.request('waitlist:watch', {});
    const path = `/api/staff/waitlist/${entry.id}`;
    await backend.api
      .delete(path)
      .set(...bearer(staff.sessionId))
      .expect(200);
    await backend.api
      .delete(path)
      .set(...bearer(staff.sessionId))
      .expect(404);
    await invite(entry.id).expect(404);
    expect(await stack.dataSource.getRepository(RegistrationInvite).countBy({ entryId: entry.id })).toBe(0);
    await waitUntil('the count', () => visitor.payloads('waitlist:count').at(-1)?.count === 0);
    visitor.close();
    const [at] = entry.email.split('@');
    const entries = await stack.dataSource
      .getRepository(StaffAuditEntry)
      .findBy({ kind: 'waitlist_removed' });
    expect(entries.map(({ detail }) => detail)).toEqual([{ name: `${at?.slice(0, 1)}…@example.org` }]);
  });
});
