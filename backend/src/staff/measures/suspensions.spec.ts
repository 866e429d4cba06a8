import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALLS, SUSPENDED_SESSION_MS } from '@oniverse/contracts';
import {
  ExportAddress,
  ObjectPass,
  Measure,
  Post,
  PushSubscription,
  Session,
  StaffAuditEntry,
  StoredObject,
  User,
} from '@oniverse/data';
import { GOOD_PASSWORD, LiveClient, makeMember, makeServer, makeSession, waitUntil } from '@oniverse/testing';
import { type Account, Accounts, SECURE_SITE } from '../../testing/accounts.js';
import { tagCounts } from '../../testing/album.js';
import { bearer } from '../../testing/backend-under-test.js';
import { Factors, totpCode } from '../../testing/factors.js';
import { hasLockWaiter } from '../../testing/locks.js';
import { Measures } from '../../testing/measures.js';
import { listPublishedCalls } from '../../testing/published-calls.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { MeasuresService } from '../index.js';

const NO_ID = '019abb00-0000-7000-8000-0000000000ff';
/** A member makes more calls in a minute only if a limit is raised. */
const CALLS_OF_A_MEMBER = 200;

describe('suspension', () => {
  let two: TwoBackends;
  let accounts: Accounts;
  let factors: Factors;
  let measures: Measures;

  beforeAll(async () => {
    two = await TwoBackends.start(SECURE_SITE);
    accounts = new Accounts(two.stack, () => ({ api: two.api(0) }));
    factors = new Factors(two.stack, accounts);
    measures = new Measures(() => two.app(0));
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => two.stack.dataSource;
  const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex');
  const sessionsOf = (userId: string) => db().getRepository(Session).findBy({ userId });

  /** Signs in as a suspended member. @returns the restricted session */
  const signInSuspended = async ({ username }: { username: string }): Promise<{ sessionId: string }> => {
    const { body } = await accounts.login(username).expect(403);
    expect(body).toMatchObject({ code: 'suspended', message: 'This account is suspended.' });
    return { sessionId: String(body.suspended.sessionId) };
  };
  const suspended = async (): Promise<Account & { restricted: { sessionId: string } }> => {
    const account = await accounts.join();
    await measures.suspend(account.id);
    return { ...account, restricted: await signInSuspended(account) };
  };
  const getSuspension = (session: { sessionId: string }) => accounts.callAs(session, 'get', '/suspension');

  it('STF-010 ends every session of the member at once, on each backend, and tells no other member', async () => {
    const account = await accounts.join();
    const other = await accounts.newSession(account);
    const stranger = await accounts.join();
    const own = await two.connect(0, account.sessionId);
    const elsewhere = await two.connect(1, other.sessionId);
    const unconcerned = await two.connect(1, stranger.sessionId);
    await measures.suspend(account.id);
    const since = performance.now();
    for (const client of [own, elsewhere]) {
      await waitUntil('the socket to be closed', () => client.socket.disconnected);
      expect(client.payloads('session:ended')).toEqual([{ reason: 'ended' }]);
    }
    expect(performance.now() - since).toBeLessThan(1_000);
    expect(await accounts.isSignedIn(account)).toBe(false);
    expect(await accounts.isSignedIn(other)).toBe(false);
    expect(unconcerned.socket.connected).toBe(true);
    expect(await accounts.isSignedIn(stranger)).toBe(true);
  });

  it('STF-010 closes the sockets within 5 s when no hint arrives', async () => {
    const account = await accounts.join();
    const client = await two.connect(1, account.sessionId);
    const since = performance.now();
    // As if Redis had lost the hint, or the session were from the previous release.
    await db()
      .getRepository(Measure)
      .insert({ userId: account.id, kind: 'suspended', rule: 'spam', reason: 'Spam.' });
    await waitUntil('the socket to be closed', () => client.socket.disconnected);
    expect(performance.now() - since).toBeLessThan(5_000);
    expect(await accounts.isSignedIn(account)).toBe(false);
    await expect(LiveClient.connect(two.url(0), account)).rejects.toThrow('unauthorized');
  });

  it('STF-010 ends what the sessions have made: passes, pushes, exports and upload addresses', async () => {
    const account = await accounts.join();
    const call = (path: string) => two.callAs(account, 'post', path);
    await call('/users/me/export').expect(200);
    const { body: upload } = await call('/objects/upload').expect(200);
    const sessionId = hashOf(account.sessionId);
    const expiresAt = new Date(Date.now() + 60_000);
    await db()
      .getRepository(ObjectPass)
      .insert({ hash: 'pass', sessionId, path: upload.objectPath, expiresAt });
    await db()
      .getRepository(PushSubscription)
      .insert({ sessionId, userId: account.id, endpoint: randomUUID(), p256dh: 'key', auth: 'secret' });
    await measures.suspend(account.id);
    expect(await db().getRepository(ExportAddress).existsBy({ userId: account.id })).toBe(false);
    expect(await db().getRepository(ObjectPass).existsBy({ sessionId })).toBe(false);
    expect(await db().getRepository(PushSubscription).existsBy({ userId: account.id })).toBe(false);
    const { pathname } = new URL(upload.uploadURL);
    const sent = await two.api(0).put(pathname).set('content-type', 'image/png').send(Buffer.alloc(8));
    expect([sent.status, sent.body.code]).toEqual([403, 'upload_expired']);
    const awaited = await db().getRepository(StoredObject).findOneByOrFail({ path: upload.objectPath });
    expect(awaited.state).toBe('awaited');
  });

  describe('at the sign-in', () => {
    it('STF-011 answers the right password with a restricted session, and a wrong one as always', async () => {
      const account = await accounts.join();
      await measures.suspend(account.id);
      await accounts.login(account.username, 'Wrong@123').expect(401);
      const { body } = await accounts.login(account.username).expect(403);
      expect(body.suspended.sessionId).toMatch(/^s\.[\w-]{43}$/);
      expect(body).not.toHaveProperty('user');
      expect(body).not.toHaveProperty('deviceToken');
      const left = Date.parse(body.suspended.expiresAt) - Date.now();
      expect(Math.abs(left - SUSPENDED_SESSION_MS)).toBeLessThan(60_000);
      expect(await sessionsOf(account.id)).toMatchObject([{ isRestricted: true }]);
    });

    it('STF-011 asks for the second factor first', async () => {
      const account = await accounts.join();
      const { secret } = await factors.enableTotp(account);
      await measures.suspend(account.id);
      const challenge = await factors.challenge(account);
      expect(await sessionsOf(account.id)).toEqual([]);
      const { body } = await accounts
        .call('post', '/login/second-factor', { challenge, code: totpCode(secret) })
        .expect(403);
      expect(body.code).toBe('suspended');
      await getSuspension(body.suspended).expect(200);
    });

    it('STF-011 answers a passkey alone in the same way', async () => {
      const account = await accounts.join();
      const { authenticator } = await factors.addPasskey(account);
      await measures.suspend(account.id);
      const { status, body } = await factors.signInByPasskey(authenticator);
      expect([status, body.code]).toEqual([403, 'suspended']);
      await getSuspension(body.suspended).expect(200);
    });

    it('STF-011 stays suspended after a new password by a link', async () => {
      const account = await accounts.joinVerified();
      await measures.suspend(account.id);
      const token = await accounts.link('reset-password', account.id, account.email);
      const newPassword = 'Moth&Lantern7';
      await accounts.call('post', '/password/reset', { token, newPassword }).expect(200);
      const { body } = await accounts.login(account.username, newPassword).expect(403);
      expect(body.code).toBe('suspended');
    });

    it('STF-011 is not escaped by a sign-in at the same moment', async () => {
      const account = await accounts.join();
      const staff = await measures.makeStaff();
      const runner = db().createQueryRunner();
      try {
        await runner.startTransaction();
        const measure = { userId: account.id, kind: 'suspended', rule: 'spam', reason: 'Spam.' } as const;
        await two.getProvider(0, MeasuresService).take(runner.manager, staff, measure);
        const signIn = accounts.login(account.username).then((answer) => answer);
        await waitUntil('the sign-in to wait for the suspension', () => hasLockWaiter(db()));
        await runner.commitTransaction();
        expect((await signIn).body.code).toBe('suspended');
      } finally {
        await runner.release();
      }
      expect(await sessionsOf(account.id)).toMatchObject([{ isRestricted: true }]);
    });

    it('STF-011 leaves no session of many that begin while it is decided', async () => {
      const account = await accounts.join();
      const staff = await measures.makeStaff();
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 8 }, async () => accounts.login(account.username))),
        measures.take(staff, { userId: account.id }),
      ]);
      for (const { body } of answers.filter(({ status }) => status === 200)) {
        expect(await accounts.isSignedIn(body)).toBe(false);
      }
      expect((await sessionsOf(account.id)).every(({ isRestricted }) => isRestricted)).toBe(true);
    });
  });

  describe('the restricted session', () => {
    const FOR_SUSPENDED = CALLS.filter(({ forSuspended }) => forSuspended).map(
      ({ method, path }) => `${method} /api${path}`,
    );

    it('STF-012 is for the suspension, the appeal, the export, the erasure and the log-out', () => {
      expect(FOR_SUSPENDED.toSorted()).toEqual([
        'DELETE /api/users/me',
        'GET /api/auth/suspension',
        'POST /api/auth/logout',
        'POST /api/auth/suspension/appeal',
        'POST /api/users/me/export',
      ]);
    });

    it('STF-012 is refused by every other call that knows sessions', async () => {
      const calls = listPublishedCalls(two.app(0)).filter(
        ({ name, takesSession }) => takesSession && !FOR_SUSPENDED.includes(name),
      );
      expect(calls.length).toBeGreaterThan(150);
      const api = two.api(0);
      const accepted: string[] = [];
      let restricted = { sessionId: '' };
      for (const [index, { name, method, path }] of calls.entries()) {
        if (index % CALLS_OF_A_MEMBER === 0) ({ restricted } = await suspended());
        const verb = method.toLowerCase();
        if (verb !== 'get' && verb !== 'post' && verb !== 'put' && verb !== 'patch' && verb !== 'delete') {
          throw new Error(`Unknown method of ${name}`);
        }
        const address = path.replaceAll(/\{\w+\}/g, NO_ID);
        const { status, body } = await api[verb](address).set(...bearer(restricted.sessionId));
        if (status !== 403 || body.code !== 'suspended') accepted.push(`${name}: ${status}`);
      }
      expect(accepted).toEqual([]);
    });

    it('STF-012 opens no socket', async () => {
      const { restricted } = await suspended();
      await expect(LiveClient.connect(two.url(0), restricted)).rejects.toThrow('unauthorized');
      await expect(LiveClient.connect(two.url(1), restricted)).rejects.toThrow('unauthorized');
    });

    it('STF-012 is not of use as a full one without its prefix', async () => {
      const { restricted } = await suspended();
      await two.callAs({ sessionId: restricted.sessionId.slice(2) }, 'get', '/auth/me').expect(401);
    });

    it('STF-012 downloads the export, and logs out', async () => {
      const { restricted, username } = await suspended();
      const { body } = await two.callAs(restricted, 'post', '/users/me/export').expect(200);
      const { pathname } = new URL(body.url);
      const { headers } = await two.api(0).get(pathname).expect(200);
      expect(headers['content-disposition']).toContain(username);
      await accounts.callAs(restricted, 'post', '/logout').expect(200, { ok: true });
      await getSuspension(restricted).expect(401);
    });

    it('STF-012 erases the account, with its password and a recent sign-in', async () => {
      const { restricted, id } = await suspended();
      await two.callAs(restricted, 'delete', '/users/me', { password: 'Wrong@123' }).expect(400);
      await accounts.age(restricted);
      const erase = () => two.callAs(restricted, 'delete', '/users/me', { password: GOOD_PASSWORD });
      expect((await erase().expect(403)).body.code).toBe('reauthentication_required');
      await db()
        .getRepository(Session)
        .update({ id: hashOf(restricted.sessionId) }, { authenticatedAt: new Date() });
      await erase().expect(200);
      expect(await db().getRepository(User).existsBy({ id })).toBe(false);
      expect(await db().getRepository(Measure).existsBy({ userId: id })).toBe(false);
    });

    it('STF-012 ends with the suspension, and does not become a full one', async () => {
      const account = await suspended();
      const staff = await measures.makeStaff();
      const { id } = await db().getRepository(Measure).findOneByOrFail({ userId: account.id });
      await two.callAs(staff, 'delete', `/staff/measures/${id}`).expect(200);
      await getSuspension(account.restricted).expect(401);
      await accounts.callAs(account.restricted, 'get', '/me').expect(401);
      await accounts.login(account.username).expect(200);
    });

    it('STF-012 ends when the time of the suspension is over', async () => {
      const account = await suspended();
      await db()
        .getRepository(Measure)
        .update({ userId: account.id }, { until: new Date(Date.now() - 1_000) });
      await getSuspension(account.restricted).expect(401);
      await accounts.login(account.username).expect(200);
    });
  });

  describe('what the member has published', () => {
    const profileOf = (username: string, status: number) =>
      two
        .api(0)
        .get(`/api/users/${username}`)
        .set(...bearer(readerId))
        .expect(status);
    let readerId: string;
    beforeAll(async () => {
      readerId = (await makeMember(db())).sessionId;
    });
    const publish = async (session: { sessionId: string }, tag: string) =>
      two.callAs(session, 'post', '/posts', { title: 'One', content: `#${tag}` }).expect(201);
    const end = async (userId: string): Promise<void> => {
      const staff = await measures.makeStaff();
      const { id } = await db()
        .getRepository(Measure)
        .findOneOrFail({ where: { userId }, order: { id: 'DESC' } });
      await two.callAs(staff, 'delete', `/staff/measures/${id}`).expect(200);
    };

    it('STF-013 is hidden meanwhile, and returns afterwards', async () => {
      const account = await accounts.join();
      const { body: post } = await publish(account, 'pulsar');
      expect(await tagCounts(db(), 'pulsar')).toEqual([1]);
      await measures.suspend(account.id);
      await profileOf(account.username, 404);
      await two
        .api(0)
        .get(`/api/posts/${post.id}`)
        .set(...bearer(readerId))
        .expect(404);
      expect(await tagCounts(db(), 'pulsar')).toEqual([0]);
      expect(await db().getRepository(Post).existsBy({ id: post.id })).toBe(true);
      await end(account.id);
      await profileOf(account.username, 200);
      await two
        .api(0)
        .get(`/api/posts/${post.id}`)
        .set(...bearer(readerId))
        .expect(200);
      expect(await tagCounts(db(), 'pulsar')).toEqual([1]);
    });

    it('STF-013 stays private if it was private', async () => {
      const account = await accounts.join();
      await two.callAs(account, 'patch', '/users/profile', { isPublic: false }).expect(200);
      await measures.suspend(account.id);
      await end(account.id);
      await profileOf(account.username, 404);
    });

    it('STF-013 returns with the last of several measures that hide it', async () => {
      const account = await accounts.join();
      const staff = await measures.makeStaff();
      const subject = { kind: 'profile', id: account.id, title: account.username } as const;
      const hidden = await measures.take(staff, { userId: account.id, kind: 'content_hidden', subject });
      const { sessionId } = account;
      const show = () => two.callAs({ sessionId }, 'patch', '/users/profile', { isPublic: true });
      expect((await show().expect(403)).body.reason).toBe('profileHidden');
      await measures.suspend(account.id);
      await two.callAs(staff, 'delete', `/staff/measures/${hidden}`).expect(200);
      await profileOf(account.username, 404);
      await end(account.id);
      await profileOf(account.username, 200);
    });

    it('STF-013 survives another suspension in place of the first one', async () => {
      const account = await accounts.join();
      await measures.suspend(account.id);
      await measures.suspend(account.id);
      const [first, second] = await db()
        .getRepository(Measure)
        .find({ where: { userId: account.id }, order: { id: 'ASC' } });
      expect([first?.endedAt !== null, second?.endedAt]).toEqual([true, null]);
      await end(account.id);
      await profileOf(account.username, 200);
    });
  });

  it('STF-014 lets the member write in no channel, however a message arrives', async () => {
    const account = await accounts.join();
    const user = await accounts.user(account.id);
    const { channel } = await makeServer(db(), { members: [user] });
    const writes = async () =>
      (await db().query('SELECT FROM channel_writer($1, $2)', [channel.id, account.id])).length > 0;
    expect(await writes()).toBe(true);
    const client = await two.connect(1, account.sessionId);
    // Before the next comparison of sessions, the socket is open.
    await db()
      .getRepository(Measure)
      .insert({ userId: account.id, kind: 'suspended', rule: 'spam', reason: 'Spam.' });
    const answer = await client.request('message:send', {
      channelId: channel.id,
      content: 'Hello.',
      nonce: randomUUID(),
    });
    expect(answer).toMatchObject({ ok: false });
    expect(await writes()).toBe(false);
  });

  describe('by the staff', () => {
    const refusalOf = async (promise: Promise<unknown>) =>
      promise.then(
        () => undefined,
        (error: unknown) => error,
      );

    it.each([
      ['moderator', 'moderator'],
      ['moderator', 'admin'],
      ['admin', 'admin'],
    ] as const)('STF-020 a %s does not act on a %s', async (role, other) => {
      const staff = await measures.makeStaff(role);
      const target = await measures.makeStaff(other);
      const refused = await refusalOf(measures.take(staff, { userId: target.userId }));
      expect(refused).toMatchObject({ code: 'forbidden', phrase: { reason: 'sameRole' } });
      await two.callAs(target, 'get', '/auth/me').expect(200);
    });

    it('STF-020 an admin suspends a moderator, who acts no more', async () => {
      const admin = await measures.makeStaff('admin');
      const moderator = await measures.makeStaff();
      const { user } = await makeMember(db());
      await measures.take(admin, { userId: moderator.userId });
      await two.callAs(moderator, 'get', '/staff/appeals').expect(401);
      const id = await measures.suspend(user.id);
      await two.callAs(moderator, 'delete', `/staff/measures/${id}`).expect(401);
    });

    it('STF-020 nobody acts on themselves', async () => {
      const staff = await measures.makeStaff('admin');
      expect(await refusalOf(measures.take(staff, { userId: staff.userId }))).toMatchObject({
        code: 'forbidden',
      });
    });

    it('STF-020 a moderator who was demoted after the admission of the call does nothing', async () => {
      const staff = await measures.makeStaff();
      const { user } = await makeMember(db());
      const id = await measures.suspend(user.id);
      await db().getRepository(User).update({ id: staff.userId }, { staffRole: null });
      const refused = await refusalOf(measures.take(staff, { userId: user.id, kind: 'warned' }));
      expect(refused).toMatchObject({ code: 'forbidden', phrase: { reason: 'notStaff' } });
      await two.callAs(staff, 'delete', `/staff/measures/${id}`).expect(403);
      expect(await db().getRepository(Measure).countBy({ userId: user.id })).toBe(1);
    });

    it('STF-020 a moderator does not end the suspension of a moderator', async () => {
      const moderator = await measures.makeStaff();
      const target = await measures.makeStaff();
      const id = await measures.take(await measures.makeStaff('admin'), { userId: target.userId });
      await two.callAs(moderator, 'delete', `/staff/measures/${id}`).expect(403);
      await two.callAs(moderator, 'delete', `/staff/measures/${NO_ID}`).expect(404);
    });

    it('STF-021 records each measure and its end for the staff, once', async () => {
      const staff = await measures.makeStaff();
      const account = await accounts.join();
      const until = new Date(Date.now() + 86_400_000);
      const id = await measures.take(staff, { userId: account.id, until });
      const end = () => two.callAs(staff, 'delete', `/staff/measures/${id}`).expect(200, { ok: true });
      await end();
      await end();
      const entries = await db()
        .getRepository(StaffAuditEntry)
        .find({ where: { subjectId: account.id }, order: { id: 'ASC' } });
      expect(entries).toMatchObject([
        {
          kind: 'member_suspended',
          actorId: staff.userId,
          detail: { measureId: id, rule: 'threat', until: until.toISOString() },
        },
        { kind: 'suspension_ended', actorId: staff.userId, detail: { measureId: id } },
      ]);
      const [measure] = await db().getRepository(Measure).findBy({ userId: account.id });
      expect(measure).toMatchObject({ takenBy: staff.userId, endedBy: staff.userId });
    });

    it('STF-021 needs a recent proof of identity', async () => {
      const staff = await measures.makeStaff();
      const { user } = await makeMember(db());
      const id = await measures.suspend(user.id);
      await accounts.age(staff);
      const { body } = await two.callAs(staff, 'delete', `/staff/measures/${id}`).expect(403);
      expect(body.code).toBe('reauthentication_required');
    });
  });

  describe('for the member', () => {
    const list = async (session: { sessionId: string }) =>
      (await two.callAs(session, 'get', '/users/me/measures').expect(200)).body;

    it('STF-017 is listed with its reason, without the staff, and live', async () => {
      const account = await accounts.join();
      const client = await two.connect(1, account.sessionId);
      const staff = await measures.makeStaff();
      const subject = { kind: 'post', id: randomUUID(), title: 'Night walks' } as const;
      await measures.take(staff, { userId: account.id, kind: 'warned', rule: 'spam', reason: 'Less.' });
      await measures.take(staff, { userId: account.id, kind: 'content_hidden', subject });
      await waitUntil('the pages to be told', () => client.payloads('account:changed').length >= 2);
      const body = await list(account);
      expect(body).toMatchObject([
        { kind: 'content_hidden', rule: 'threat', subject: { kind: 'post', title: 'Night walks' } },
        { kind: 'warned', rule: 'spam', reason: 'Less.', until: null, endedAt: null, appeal: null },
      ]);
      const { username } = await accounts.user(staff.userId);
      for (const secret of [username, staff.userId, subject.id]) {
        expect(JSON.stringify(body)).not.toContain(secret);
      }
      const stranger = { sessionId: await makeSession(db(), (await makeMember(db())).user.id) };
      expect(await list(stranger)).toEqual([]);
    });

    it('STF-017 is in the account activity, and mailed', async () => {
      const account = await accounts.joinVerified();
      const staff = await measures.makeStaff();
      await measures.take(staff, { userId: account.id, kind: 'warned' });
      const id = await measures.take(staff, { userId: account.id });
      await two.callAs(staff, 'delete', `/staff/measures/${id}`).expect(200);
      const entries = (await accounts.activity(account.id)).slice(1);
      expect(entries.map(({ kind }) => kind)).toEqual(['warned', 'suspended', 'suspension_ended']);
      for (const entry of entries) {
        expect(entry).toMatchObject({ device: null, address: null, sessionId: null });
        expect(await accounts.mails(account.id)).toContain(`activity:${account.id}:${entry.id}`);
      }
      expect(JSON.stringify(entries)).not.toContain(staff.userId);
    });
  });
});
