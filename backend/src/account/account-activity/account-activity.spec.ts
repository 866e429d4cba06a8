import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNT_ACTIVITY_KINDS, type AccountActivityKind, LIMITS } from '@oniverse/contracts';
import { AccountActivity, EmailChange, User } from '@oniverse/data';
import {
  GOOD_PASSWORD,
  LiveClient,
  makeServer,
  makeSession,
  TestStack,
  uniqueName,
  waitUntil,
} from '@oniverse/testing';
import { type Account, Accounts, type Method, SECURE_SITE } from '../../testing/accounts.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { Factors, wrongCode } from '../../testing/factors.js';

const NEW_PASSWORD = 'Moth&Lantern7';
/** Kinds that the member is informed of by mail, without those of `BY_OTHERS`. */
const MAILED: readonly AccountActivityKind[] = [
  'signed_in_new_device',
  'sign_in_disowned',
  'password_changed',
  'password_reset',
  'email_change_undone',
  'email_lost',
  'totp_enabled',
  'totp_disabled',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
];

/** The kinds that other members and the staff cause; see the tests of roles, suspensions and appeals. */
const BY_OTHERS = [
  'role_changed',
  'warned',
  'warning_withdrawn',
  'content_hidden',
  'content_shown',
  'suspended',
  'suspension_ended',
  'appealed',
  'appeal_upheld',
];

describe('account activity', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let silent: BackendUnderTest;
  let accounts: Accounts;
  let factors: Factors;

  beforeAll(async () => {
    stack = await TestStack.start();
    const config = { ...SECURE_SITE, trustedProxies: ['127.0.0.1'] };
    backend = await BackendUnderTest.start(stack.config(config));
    silent = await BackendUnderTest.start(stack.config({ ...config, mail: null }));
    accounts = new Accounts(stack, () => backend);
    factors = new Factors(stack, accounts);
  });

  afterAll(async () => {
    await backend.stop();
    await silent.stop();
    await stack.stop();
  });

  const list = async (session: { sessionId: string }, query = '') =>
    accounts.callAs(session, 'get', `/activity${query}`);

  /** Causes every kind of entry that the member can cause. */
  const live = async (): Promise<Account> => {
    let account = await accounts.joinVerified();
    const call = (method: Method, path: string, body?: object) =>
      accounts.callAs(account, method, path, body);
    await accounts.login(account.username, 'Wrong@123').expect(401);
    await waitUntil('the failure to be recorded', async () =>
      (await accounts.kinds(account.id)).includes('sign_in_failed'),
    );
    await accounts.login(account.username).expect(200);
    const { deviceToken } = account;
    const { body: known } = await accounts
      .login(account.username, GOOD_PASSWORD, { deviceToken })
      .expect(200);
    const { body: sessions } = await call('get', '/sessions').expect(200);
    await call('delete', `/sessions/${sessions[0].id}`).expect(200);
    expect(await accounts.isSignedIn(known)).toBe(false);
    await call('delete', '/sessions').expect(200);
    const confirmed = await call('post', '/reauthenticate', { password: GOOD_PASSWORD }).expect(200);
    account = { ...account, sessionId: confirmed.body.sessionId };
    const signIn = (await accounts.activity(account.id)).find(({ kind }) => kind === 'signed_in');
    await call('post', `/activity/${signIn!.id}/disown`).expect(200);
    const own = await accounts.link('disown-sign-in', account.id, account.email, signIn!.id);
    await accounts.call('post', '/sign-in/confirm', { token: own }).expect(200);

    const { secret } = await factors.enableTotp(account);
    const { body: made } = await call('post', '/recovery-codes').expect(200);
    const challenge = await factors.challenge(account);
    await accounts.call('post', '/login/second-factor', { challenge, code: wrongCode(secret) }).expect(400);
    const [recoveryCode] = made.codes;
    await accounts.call('post', '/login/second-factor', { challenge, recoveryCode }).expect(200);
    const { id } = await factors.addPasskey(account);
    await call('delete', `/passkeys/${id}`).expect(200);
    await call('delete', '/totp').expect(200);

    const token = await accounts.link('verify-email', account.id, account.email);
    await call('post', '/email/verify', { token }).expect(200);
    const email = `${uniqueName()}@example.org`;
    await call('put', '/email', { email }).expect(200);
    const claimToken = await accounts.link('claim-email', null, email);
    await accounts.join({ email, claimToken });

    const passwords = { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD };
    await call('patch', '/password', passwords).expect(200);
    await backend.api
      .delete('/api/users/me')
      .set(...bearer(account.sessionId))
      .send({ password: 'Wrong@123' })
      .expect(400);
    await backend.api
      .post('/api/users/me/export')
      .set(...bearer(account.sessionId))
      .expect(200);
    const { id: changeId } = await stack.dataSource
      .getRepository(EmailChange)
      .findOneByOrFail({ userId: account.id });
    const undo = await accounts.link('undo-email', account.id, account.email, changeId);
    await accounts.call('post', '/email/undo', { token: undo }).expect(200);
    await accounts.call('post', '/password/reset-requests', { email: account.email }).expect(202);
    const reset = await accounts.link('reset-password', account.id, account.email);
    await accounts.call('post', '/password/reset', { token: reset, newPassword: GOOD_PASSWORD }).expect(200);
    return account;
  };

  it('ACC-061 ACC-065 records every kind, and mails the security-relevant ones', async () => {
    const account = await live();
    const activity = await accounts.activity(account.id);
    const recorded = new Set(activity.map(({ kind }) => kind));
    expect(ACCOUNT_ACTIVITY_KINDS.filter((kind) => !recorded.has(kind))).toEqual(BY_OTHERS);
    const mails = (await accounts.mails(account.id)).filter((subject) => subject.startsWith('activity:'));
    const mailed = activity.filter(({ id }) => mails.includes(`activity:${account.id}:${id}`));
    expect(mails).toHaveLength(mailed.length);
    expect(new Set(mailed.map(({ kind }) => kind))).toEqual(new Set(MAILED));
    for (const { kind, id } of activity) {
      expect(mailed.some((entry) => entry.id === id)).toBe(MAILED.includes(kind));
    }
  });

  it('ACC-065 mails nothing where the site cannot', async () => {
    const before = await accounts.mails();
    const calls = new Accounts(stack, () => silent);
    const account = await calls.join();
    await calls.login(account.username).expect(200);
    expect(await calls.kinds(account.id)).toEqual(['registered', 'signed_in_new_device']);
    expect(await accounts.mails()).toEqual(before);
  });

  it('ACC-061 shows what happened, newest first, with browser, network and session', async () => {
    const account = await accounts.join();
    const { body: signedIn } = await backend.api
      .post('/api/auth/login')
      .set('user-agent', 'A browser')
      .set('x-forwarded-for', '203.0.113.77')
      .send({ username: account.username, password: GOOD_PASSWORD })
      .expect(200);
    const { body } = await list(signedIn);
    const { body: sessions } = await accounts.callAs(signedIn, 'get', '/sessions').expect(200);
    expect(body).toEqual([
      {
        id: expect.any(String),
        kind: 'signed_in_new_device',
        sessionId: sessions[0].id,
        device: 'A browser',
        address: '203.0.113.0/24',
        detail: null,
        count: 1,
        createdAt: expect.any(String),
      },
      expect.objectContaining({ kind: 'registered' }),
    ]);
  });

  it('ACC-061 notifies the open pages of the member, and no others', async () => {
    const account = await accounts.join();
    const stranger = await accounts.join();
    const [own, other] = [
      await LiveClient.connect(backend.url, account),
      await LiveClient.connect(backend.url, stranger),
    ];
    await accounts.callAs(account, 'post', '/reauthenticate', { password: GOOD_PASSWORD }).expect(200);
    await waitUntil('the event on the page', () => own.payloads('account:changed').length > 0);
    expect(own.payloads('account:changed')).toEqual([{}]);
    // A marker: the first event on the stranger's page is about the stranger.
    await accounts.callAs(stranger, 'delete', '/reauthentication').expect(200);
    await waitUntil('the marker', () => other.payloads('account:changed').length > 0);
    expect(other.payloads('account:changed')).toHaveLength(1);
    own.close();
    other.close();
  });

  it('ACC-062 counts failures of one kind and network within an hour as one entry', async () => {
    const account = await accounts.join();
    const fail = (address: string) =>
      backend.api
        .post('/api/auth/login')
        .set('x-forwarded-for', address)
        .send({ username: account.username, password: 'Wrong@123' })
        .expect(401);
    const failures = async () =>
      (await accounts.activity(account.id)).filter(({ kind }) => kind === 'sign_in_failed');
    const waitForFailures = async (total: number) =>
      waitUntil(`${total} failures to be recorded`, async () => {
        const counts = (await failures()).map(({ count }) => count);
        return counts.reduce((sum, count) => sum + count, 0) === total;
      });
    for (const [n, address] of ['203.0.113.1', '203.0.113.200', '203.0.113.1'].entries()) {
      await fail(address);
      await waitForFailures(n + 1);
    }
    await fail('198.51.100.9');
    await waitForFailures(4);
    expect(await failures()).toMatchObject([
      { count: 3, address: '203.0.113.0/24' },
      { count: 1, address: '198.51.100.0/24' },
    ]);
    // An entry of an earlier hour is complete.
    await stack.dataSource.query(
      `UPDATE account_activity SET id = uuidv7('-61 minutes') WHERE user_id = $1 AND address = '198.51.100.0/24'`,
      [account.id],
    );
    await fail('198.51.100.9');
    await waitForFailures(5);
    expect((await failures()).filter(({ address }) => address === '198.51.100.0/24')).toMatchObject([
      { count: 1 },
      { count: 1 },
    ]);
  });

  it('ACC-062 loses no failure of concurrent ones', async () => {
    const account = await accounts.join();
    await Promise.all(Array.from({ length: 8 }, () => accounts.login(account.username, 'Wrong@123')));
    await waitUntil('all failures to be recorded', async () => {
      const rows = (await accounts.activity(account.id)).filter(({ kind }) => kind === 'sign_in_failed');
      return rows.reduce((sum, { count }) => sum + count, 0) === 8;
    });
  });

  it('ACC-062 records no failure for an unknown name', async () => {
    const count = () => stack.dataSource.getRepository(AccountActivity).count();
    const before = await count();
    await accounts.login('nobody_at_all', 'Wrong@123').expect(401);
    const marker = await accounts.join();
    await accounts.login(marker.username, 'Wrong@123').expect(401);
    await waitUntil('the marker', async () => (await accounts.kinds(marker.id)).includes('sign_in_failed'));
    expect(await count()).toBe(before + 2);
  });

  it('ACC-063 PER-003 is shown to its member only', async () => {
    const account = await accounts.join();
    const stranger = await accounts.join();
    const { body } = await list(stranger);
    const ids = (await accounts.activity(account.id)).map(({ id }) => id);
    expect(body.map(({ id }: { id: string }) => id)).not.toEqual(expect.arrayContaining(ids));
    // The cursor of another account shows nothing of it either.
    const { body: paged } = await list(stranger, `?cursor=${ids[0]}`);
    expect(paged.every(({ id }: { id: string }) => !ids.includes(id))).toBe(true);
    await accounts.call('get', '/activity').expect(401);
    await accounts.call('get', '/security').expect(401);
  });

  it('ACC-063 keeps pages stable while entries are added', async () => {
    const account = await accounts.join();
    const rows = stack.dataSource.getRepository(AccountActivity);
    const add = async () =>
      rows.insert({ userId: account.id, kind: 'signed_in', device: null, address: null, detail: null });
    for (let n = 0; n < 6; n += 1) await add();
    const idsOf = (body: { id: string }[]) => body.map(({ id }) => id);
    const all = idsOf((await list(account)).body);
    expect(all).toEqual((await accounts.activity(account.id)).map(({ id }) => id).toReversed());
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await list(account, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(page.body));
      cursor = page.headers['x-next-cursor'] ?? '';
      await add();
    } while (cursor !== '');
    expect(seen).toEqual(all);
    expect((await list(account, `?limit=${LIMITS.page.max + 1}`)).status).toBe(400);
    expect((await list(account, '?cursor=nonsense')).status).toBe(400);
  });

  it('ACC-061 shows changes of roles to the member whose role changed', async () => {
    const account = await accounts.join();
    const user = await stack.dataSource.getRepository(User).findOneByOrFail({ id: account.id });
    const { server, owner } = await makeServer(stack.dataSource, { members: [user] });
    const sessionId = await makeSession(stack.dataSource, owner.id);
    await backend.api
      .patch(`/api/servers/${server.id}/members/${account.id}`)
      .set(...bearer(sessionId))
      .send({ role: 'moderator' })
      .expect(200);
    const entry = (await accounts.activity(account.id)).at(-1);
    expect(entry).toMatchObject({ kind: 'role_changed', sessionId: null });
    expect(entry?.detail).toContain(server.name);
    expect(await accounts.mails(account.id)).not.toContain(`activity:${account.id}:${entry?.id}`);
  });

  it('ACC-061 is deleted with its account', async () => {
    const account = await accounts.join();
    await factors.enableTotp(account);
    await backend.api
      .delete('/api/users/me')
      .set(...bearer(account.sessionId))
      .send({ password: GOOD_PASSWORD })
      .expect(200);
    for (const table of ['account_activity', 'totp_factors', 'recovery_codes', 'account_tokens']) {
      const rows: unknown[] = await stack.dataSource.query(`SELECT FROM ${table} WHERE user_id = $1`, [
        account.id,
      ]);
      expect(rows).toEqual([]);
    }
  });
});
