import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_LIFETIME_MS, SESSION_MAX_AGE_MS } from '@oniverse/contracts';
import { Session } from '@oniverse/data';
import { GOOD_PASSWORD, LiveClient, makeMember, makeSession, TestStack, waitUntil } from '@oniverse/testing';
import { Accounts, DAY_MS, MINUTE_MS, SECURE_SITE } from '../../testing/accounts.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

describe('the security of sessions', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let accounts: Accounts;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config({ ...SECURE_SITE, trustedProxies: ['127.0.0.1'] }));
    accounts = new Accounts(stack, () => backend);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const sessions = () => stack.dataSource.getRepository(Session);
  const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex');
  const rowOf = (sessionId: string) => sessions().findOneByOrFail({ id: hashOf(sessionId) });
  const change = async (sessionId: string, changes: Partial<Session>) =>
    sessions().update({ id: hashOf(sessionId) }, changes);
  const ago = (ms: number) => new Date(Date.now() - ms);
  const list = async (sessionId: string) =>
    (await accounts.callAs({ sessionId }, 'get', '/sessions').expect(200)).body;

  describe('lifetime', () => {
    it('ACC-043 ends 180 days after the sign-in, however much the session is used', async () => {
      expect(SESSION_MAX_AGE_MS).toBe(180 * DAY_MS);
      const { user, sessionId } = await makeMember(stack.dataSource);
      const other = await makeSession(stack.dataSource, user.id);
      // As the previous release renewed it: its expiry is beyond its age.
      await change(sessionId, { createdAt: ago(SESSION_MAX_AGE_MS + 1000) });
      expect((await rowOf(sessionId)).expiresAt.getTime()).toBeGreaterThan(Date.now());
      expect(await accounts.isSignedIn({ sessionId })).toBe(false);
      await expect(LiveClient.connect(backend.url, { sessionId })).rejects.toThrow('unauthorized');
      expect(await list(other)).toMatchObject([{ current: true }]);
    });

    it('ACC-043 renews no session beyond 180 days', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const createdAt = ago(SESSION_MAX_AGE_MS - 5 * DAY_MS);
      await change(sessionId, { createdAt, expiresAt: new Date(Date.now() + DAY_MS) });
      expect(await accounts.isSignedIn({ sessionId })).toBe(true);
      const { expiresAt } = await rowOf(sessionId);
      expect(expiresAt.getTime()).toBe(createdAt.getTime() + SESSION_MAX_AGE_MS);
      expect(await accounts.isSignedIn({ sessionId })).toBe(true);
      expect((await rowOf(sessionId)).expiresAt).toEqual(expiresAt);
    });

    it('ACC-043 renews a younger session to its usual lifetime', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      await change(sessionId, {
        createdAt: ago(100 * DAY_MS),
        expiresAt: new Date(Date.now() + DAY_MS),
      });
      expect(await accounts.isSignedIn({ sessionId })).toBe(true);
      const left = (await rowOf(sessionId)).expiresAt.getTime() - Date.now();
      expect(Math.abs(left - SESSION_LIFETIME_MS)).toBeLessThan(MINUTE_MS);
    });

    it('ACC-043 closes open sockets too', async () => {
      const { sessionId } = await makeMember(stack.dataSource);
      const client = await LiveClient.connect(backend.url, { sessionId });
      await change(sessionId, { createdAt: ago(SESSION_MAX_AGE_MS + 1000) });
      await waitUntil('the socket to be closed', () => client.socket.disconnected);
      expect(client.payloads('session:ended')).toEqual([{ reason: 'ended' }]);
      client.close();
    });

    it('ACC-043 ACC-064 is not extended by a confirmation', async () => {
      const account = await accounts.join();
      const createdAt = ago(179 * DAY_MS);
      await change(account.sessionId, { createdAt });
      const { body } = await accounts
        .callAs(account, 'post', '/reauthenticate', { password: GOOD_PASSWORD })
        .expect(200);
      expect((await rowOf(body.sessionId)).createdAt).toEqual(createdAt);
      await change(body.sessionId, { createdAt: ago(SESSION_MAX_AGE_MS) });
      expect(await accounts.isSignedIn(body)).toBe(false);
    });
  });

  describe('origin', () => {
    const login = async (username: string, address: string, device = 'A browser') => {
      const { body } = await backend.api
        .post('/api/auth/login')
        .set('x-forwarded-for', address)
        .set('user-agent', device)
        .send({ username, password: GOOD_PASSWORD })
        .expect(200);
      return String(body.sessionId);
    };

    it.each([
      ['203.0.113.77', '203.0.113.0/24'],
      ['2001:db8:1234:5678:9abc:def0:1:2', '2001:db8:1234::/48'],
      ['::ffff:198.51.100.9', '198.51.100.0/24'],
      ['nonsense', 'unknown'],
    ])('ACC-044 stores the network of %s, not the address', async (address, network) => {
      const account = await accounts.join();
      const sessionId = await login(account.username, address);
      const [session] = await list(sessionId);
      expect(session).toMatchObject({ current: true, device: 'A browser', address: network });
      const entry = (await accounts.activity(account.id)).at(-1);
      expect(entry).toMatchObject({ device: 'A browser', address: network });
      const rows: unknown[] = await stack.dataSource.query(
        'SELECT s, a FROM sessions s JOIN account_activity a USING (user_id) WHERE user_id = $1',
        [account.id],
      );
      if (address !== 'nonsense') expect(JSON.stringify(rows)).not.toContain(address);
    });

    it('ACC-044 follows the latest use', async () => {
      const account = await accounts.join();
      const sessionId = await login(account.username, '203.0.113.77');
      const useFrom = (address: string) =>
        backend.api
          .get('/api/auth/me')
          .set(...bearer(sessionId))
          .set('x-forwarded-for', address)
          .expect(200);
      await useFrom('198.51.100.9');
      expect((await rowOf(sessionId)).address).toBe('203.0.113.0/24');
      await change(sessionId, { lastSeenAt: ago(6 * MINUTE_MS) });
      await useFrom('198.51.100.9');
      expect((await rowOf(sessionId)).address).toBe('198.51.100.0/24');
    });

    it('ACC-044 keeps a bounded name of the browser', async () => {
      const account = await accounts.join();
      const sessionId = await login(account.username, '203.0.113.77', 'B'.repeat(900));
      expect((await list(sessionId))[0].device).toBe('B'.repeat(200));
    });
  });

  describe('ending', () => {
    it('ACC-045 ends all other sessions with their sockets, and keeps the own one', async () => {
      const account = await accounts.join();
      const stranger = await accounts.join();
      const others = [await accounts.newSession(account), await accounts.newSession(account)];
      const clients = await Promise.all(others.map((other) => LiveClient.connect(backend.url, other)));
      const own = await LiveClient.connect(backend.url, account);
      await accounts.callAs(account, 'delete', '/sessions').expect(200, { ok: true });
      for (const other of others) expect(await accounts.isSignedIn(other)).toBe(false);
      for (const client of clients) {
        await waitUntil('the socket to be closed', () => client.socket.disconnected);
        expect(client.payloads('session:ended')).toEqual([{ reason: 'ended' }]);
      }
      await waitUntil('the own page to be told', () => own.payloads('account:changed').length > 0);
      expect(own.socket.connected).toBe(true);
      own.close();
      for (const session of [account, stranger]) expect(await accounts.isSignedIn(session)).toBe(true);
      expect((await accounts.kinds(account.id)).at(-1)).toBe('sessions_ended');
    });

    it('ACC-046 ends all other sessions when the member disowns a sign-in', async () => {
      const account = await accounts.join();
      const intruder = await accounts.newSession(account);
      const client = await LiveClient.connect(backend.url, intruder);
      const signIn = (await accounts.activity(account.id)).at(-1)!;
      await accounts.callAs(account, 'post', `/activity/${signIn.id}/disown`).expect(200, { ok: true });
      expect(await accounts.isSignedIn(intruder)).toBe(false);
      await waitUntil('the socket to be closed', () => client.socket.disconnected);
      client.close();
      expect(await accounts.isSignedIn(account)).toBe(true);
      const disowned = (await accounts.activity(account.id)).at(-1)!;
      expect(disowned.kind).toBe('sign_in_disowned');
      expect(await accounts.mails(account.id)).toContain(`activity:${account.id}:${disowned.id}`);
    });

    it('ACC-046 disowns only sign-ins, of the own account', async () => {
      const account = await accounts.join();
      const stranger = await accounts.join();
      await accounts.newSession(stranger);
      const [registered] = await accounts.activity(account.id);
      const foreign = (await accounts.activity(stranger.id)).at(-1)!;
      for (const id of [registered!.id, foreign.id, '019abb00-0000-7000-8000-0000000000ff']) {
        await accounts.callAs(account, 'post', `/activity/${id}/disown`).expect(404);
      }
      await accounts.callAs(account, 'post', '/activity/nonsense/disown').expect(400);
      await accounts.call('post', `/activity/${registered!.id}/disown`).expect(401);
      expect(await accounts.isSignedIn(stranger)).toBe(true);
    });
  });
});
