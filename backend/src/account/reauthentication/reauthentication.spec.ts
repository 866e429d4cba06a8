import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD_MESSAGES, type Phrase, SECURITY_MESSAGES } from '@oniverse/contracts';
import { Session } from '@oniverse/data';
import { GOOD_PASSWORD, LiveClient, TestStack, waitUntil } from '@oniverse/testing';
import { Accounts, SECURE_SITE, statusesOf } from '../../testing/accounts.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { Factors, SITE, totpCode, wrongCode } from '../../testing/factors.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { FLAGS, SoftwareAuthenticator } from '../../testing/software-authenticator.js';

const NEW_PASSWORD = 'Moth&Lantern7';
const NO_ID = '019abb00-0000-7000-8000-0000000000ff';
const REQUIRED = {
  statusCode: 403,
  code: 'reauthentication_required',
  ...SECURITY_MESSAGES.reauthenticationRequired,
};
const invalid = (phrase: Phrase) => ({ statusCode: 400, code: 'invalid_code', ...phrase });
const WRONG_PASSKEY = invalid(SECURITY_MESSAGES.wrongPasskey);
const CHALLENGE_EXPIRED = {
  statusCode: 404,
  code: 'challenge_expired',
  ...SECURITY_MESSAGES.challengeExpired,
};
const WRONG_PASSWORD = { statusCode: 400, code: 'wrong_password', ...PASSWORD_MESSAGES.wrongPassword };

/** Every call that needs a proof of identity, with a body that changes nothing. */
const GUARDED: Readonly<Record<string, object | undefined>> = {
  'PATCH /api/auth/password': { currentPassword: 'not it', newPassword: NEW_PASSWORD },
  'PUT /api/auth/email': { email: 'guarded@example.org' },
  'POST /api/auth/totp': undefined,
  'PUT /api/auth/totp': { code: '000000' },
  'DELETE /api/auth/totp': undefined,
  'POST /api/auth/recovery-codes': undefined,
  'POST /api/auth/passkeys/options': undefined,
  'POST /api/auth/passkeys': {
    challenge: 'x'.repeat(43),
    name: 'Laptop',
    passkey: { id: 'none', rawId: 'none', type: 'public-key', response: {} },
  },
  'DELETE /api/auth/passkeys/{id}': undefined,
  'DELETE /api/auth/sessions': undefined,
  'DELETE /api/auth/sessions/{id}': undefined,
  'POST /api/auth/activity/{id}/disown': undefined,
  'POST /api/users/me/export': undefined,
  'DELETE /api/users/me': { password: 'not it' },
};

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
type Named = keyof typeof METHODS;
const isMethod = (text: string): text is Named => text in METHODS;

/** Sends a guarded call. */
function send(api: BackendUnderTest['api'], name: string, sessionId: string) {
  const [method = '', path = ''] = name.split(' ');
  if (!isMethod(method)) throw new Error(`${name} has no known method`);
  const request = api[METHODS[method]](path.replace('{id}', NO_ID)).set(...bearer(sessionId));
  const body = GUARDED[name];
  return body === undefined ? request : request.send(body);
}

describe('sensitive calls', () => {
  let two: TwoBackends;
  let accounts: Accounts;

  beforeAll(async () => {
    two = await TwoBackends.start(SECURE_SITE);
    accounts = new Accounts(two.stack, () => ({ api: two.api(0) }));
  });

  afterAll(async () => {
    await two.stop();
  });

  it('ACC-040 are these, and no others', async () => {
    const { body } = await two.api(0).get('/api/openapi.json').expect(200);
    const paths: Record<string, Record<string, { responses: object }>> = body.paths;
    // Whatever the staff of the platform change is sensitive: admission requires it of all their calls.
    const own = Object.entries(paths).filter(([path]) => !path.startsWith('/api/staff/'));
    const documented = own.flatMap(([path, calls]) =>
      Object.entries(calls)
        .filter(([, { responses }]) => JSON.stringify(responses).includes('reauthentication_required'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(Object.keys(GUARDED).toSorted());
  });

  it('ACC-040 are refused ten minutes after the sign-in, on every backend, and change nothing', async () => {
    const account = await accounts.join();
    await accounts.age(account);
    for (const backend of [0, 1] as const) {
      for (const name of Object.keys(GUARDED)) {
        const { status, body } = await send(two.api(backend), name, account.sessionId);
        expect({ name, status, body }).toEqual({ name, status: 403, body: REQUIRED });
      }
    }
    const { body } = await accounts.callAs(account, 'get', '/security').expect(200);
    expect(body).toMatchObject({ authenticatedUntil: null, totpSince: null, passkeys: [] });
    expect((await accounts.user(account.id)).email).toBe(account.email);
    // Reading, and ending the own session, need no confirmation.
    await accounts.callAs(account, 'get', '/activity').expect(200);
    const { body: sessions } = await accounts.callAs(account, 'get', '/sessions').expect(200);
    await accounts.callAs(account, 'delete', `/sessions/${sessions[0].id}`).expect(200);
  });

  it('ACC-040 ACC-041 are opened by a confirmation, on every backend, in its session only', async () => {
    const account = await accounts.join();
    const other = await accounts.newSession(account);
    for (const session of [account, other]) await accounts.age(session);
    const { body } = await accounts
      .callAs(account, 'post', '/reauthenticate', { password: GOOD_PASSWORD })
      .expect(200);
    for (const backend of [1, 0] as const) {
      for (const name of Object.keys(GUARDED)) {
        const { body: refused } = await send(two.api(backend), name, other.sessionId);
        // The first session has ended this one.
        expect(['reauthentication_required', 'unauthorized']).toContain(refused.code);
        const opened = await send(two.api(backend), name, body.sessionId);
        expect(opened.body.code).not.toBe('reauthentication_required');
        expect(opened.status).not.toBe(401);
        expect(opened.status).toBeLessThan(500);
      }
    }
  });

  it('ACC-042 are closed at once by a lock', async () => {
    const account = await accounts.join();
    await accounts.callAs(account, 'post', '/passkeys/options').expect(200);
    await accounts.callAs(account, 'delete', '/reauthentication').expect(200, { ok: true });
    for (const backend of [0, 1] as const) {
      const { body } = await send(two.api(backend), 'POST /api/auth/passkeys/options', account.sessionId);
      expect(body).toEqual(REQUIRED);
    }
    const { body: security } = await accounts.callAs(account, 'get', '/security').expect(200);
    expect(security.authenticatedUntil).toBeNull();
    const { body } = await accounts
      .callAs(account, 'post', '/reauthenticate', { password: GOOD_PASSWORD })
      .expect(200);
    await accounts.callAs(body, 'post', '/passkeys/options').expect(200);
    await accounts.call('delete', '/reauthentication').expect(401);
  });

  it('ACC-064 give the session a new credential: its copy is useless, its sockets stay open', async () => {
    const account = await accounts.join();
    const client = await two.connect(1, account.sessionId);
    const { body } = await accounts
      .callAs(account, 'post', '/reauthenticate', { password: GOOD_PASSWORD })
      .expect(200);
    expect(body.sessionId).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await accounts.isSignedIn(account)).toBe(false);
    await two
      .api(1)
      .get('/api/auth/me')
      .set(...bearer(account.sessionId))
      .expect(401);
    await expect(LiveClient.connect(two.url(1), account)).rejects.toThrow('unauthorized');
    const { body: sessions } = await accounts.callAs(body, 'get', '/sessions').expect(200);
    expect(sessions).toMatchObject([{ current: true }]);
    // The lock notifies all open pages, so the event shows that the old socket still belongs to the session.
    await accounts.callAs(body, 'delete', '/reauthentication').expect(200);
    await waitUntil('the socket to receive', () => client.payloads('account:changed').length > 0);
    expect(client.payloads('session:ended')).toEqual([]);
    await accounts.callAs(body, 'post', '/logout').expect(200);
    await waitUntil('the socket to be closed', () => client.socket.disconnected);
  });
});

describe('reauthentication', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let accounts: Accounts;
  let factors: Factors;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config(SECURE_SITE));
    accounts = new Accounts(stack, () => backend);
    factors = new Factors(stack, accounts);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const confirm = (session: { sessionId: string }, body: object) =>
    accounts.callAs(session, 'post', '/reauthenticate', body);
  const password = GOOD_PASSWORD;
  const askPasskey = async (session: { sessionId: string }) => {
    const { body } = await accounts.callAs(session, 'post', '/reauthenticate/passkey-options').expect(200);
    return {
      challenge: String(body.challenge),
      asked: String(body.options.challenge),
      options: body.options,
    };
  };
  const isOpen = async (session: { sessionId: string }): Promise<boolean> =>
    (await accounts.callAs(session, 'get', '/security').expect(200)).body.authenticatedUntil !== null;

  it('ACC-041 takes the password, for ten minutes', async () => {
    const account = await accounts.join();
    await accounts.age(account);
    await confirm(account, { password: 'Wrong@123' }).expect(400, WRONG_PASSWORD);
    await confirm(account, {}).expect(400, WRONG_PASSWORD);
    expect(await isOpen(account)).toBe(false);
    const { body } = await confirm(account, { password }).expect(200);
    const lifetime = Date.parse(body.until) - Date.now();
    expect(lifetime).toBeGreaterThan(9 * 60_000);
    expect(lifetime).toBeLessThanOrEqual(10 * 60_000);
    expect(await isOpen(body)).toBe(true);
    expect((await accounts.activity(account.id)).at(-1)).toMatchObject({
      kind: 'reauthenticated',
      detail: 'password',
    });
    await accounts.call('post', '/reauthenticate', { password }).expect(401);
  });

  it('ACC-041 takes the password and a factor, never one of them alone', async () => {
    const account = await accounts.join();
    const { secret, recoveryCodes } = await factors.enableTotp(account);
    await accounts.age(account);
    const code = totpCode(secret);
    await confirm(account, { password }).expect(400, invalid(SECURITY_MESSAGES.needsSecondFactor));
    await confirm(account, { code }).expect(400, WRONG_PASSWORD);
    await confirm(account, { password: 'Wrong@123', code }).expect(400, WRONG_PASSWORD);
    await confirm(account, { password, code: wrongCode(secret) }).expect(
      400,
      invalid(SECURITY_MESSAGES.wrongCode),
    );
    await confirm(account, { password, code: totpCode(secret, 2) }).expect(
      400,
      invalid(SECURITY_MESSAGES.wrongCode),
    );
    const [recoveryCode] = recoveryCodes;
    await confirm(account, { password, code, recoveryCode }).expect(400, invalid(SECURITY_MESSAGES.oneProof));
    expect(await isOpen(account)).toBe(false);
    // The refused calls used nothing up.
    const { body: first } = await confirm(account, { password, code }).expect(200);
    await confirm(first, { password, code }).expect(400, invalid(SECURITY_MESSAGES.usedCode));
    const { body: second } = await confirm(first, { password, recoveryCode }).expect(200);
    await confirm(second, { password, recoveryCode }).expect(
      400,
      invalid(SECURITY_MESSAGES.wrongRecoveryCode),
    );
    const activity = await accounts.activity(account.id);
    expect(activity.filter(({ kind }) => kind === 'reauthenticated').map(({ detail }) => detail)).toEqual([
      'totp',
      'recovery-code',
    ]);
    expect(activity).toContainEqual(
      expect.objectContaining({ kind: 'recovery_code_used', detail: '9 left' }),
    );
    const failed = activity.filter(({ kind }) => kind === 'second_factor_failed');
    expect(failed).toMatchObject([{ count: 5 }]);
  });

  it('ACC-031 ACC-038 takes one code once, also when it is sent twice at once', async () => {
    const account = await accounts.join();
    const other = await accounts.newSession(account);
    const { secret } = await factors.enableTotp(account);
    const body = { password, code: totpCode(secret) };
    const answers = await Promise.all([confirm(account, body), confirm(other, body)]);
    expect(statusesOf(answers)).toEqual([200, 400]);
  });

  it('ACC-035 ACC-041 takes a passkey alone', async () => {
    const account = await accounts.join();
    const { authenticator } = await factors.addPasskey(account);
    await accounts.age(account);
    const { challenge, asked, options } = await askPasskey(account);
    expect(options).toMatchObject({
      rpId: SITE.domain,
      userVerification: 'required',
      allowCredentials: [{ id: authenticator.id }],
    });
    const passkey = authenticator.authenticate({ ...SITE, challenge: asked });
    const { body } = await confirm(account, { challenge, passkey }).expect(200);
    expect(await isOpen(body)).toBe(true);
    expect((await accounts.activity(account.id)).at(-1)).toMatchObject({
      kind: 'reauthenticated',
      detail: 'passkey',
    });
    await confirm(body, { challenge, passkey }).expect(404, CHALLENGE_EXPIRED);
  });

  it('ACC-039 takes no passkey of elsewhere, and none with a factor or without its challenge', async () => {
    const account = await accounts.join();
    const stranger = await accounts.join();
    const { authenticator } = await factors.addPasskey(account);
    const other = await accounts.newSession(stranger);
    const others = await factors.addPasskey(stranger);
    await accounts.age(account);
    for (const forged of [
      { origin: 'https://evil.example' },
      { domain: 'evil.example' },
      { challenge: 'q83vEg' },
      { flags: FLAGS.userPresent },
      { type: 'webauthn.create' },
    ]) {
      const { challenge, asked } = await askPasskey(account);
      const passkey = authenticator.authenticate({ ...SITE, challenge: asked, ...forged });
      await confirm(account, { challenge, passkey }).expect(400, WRONG_PASSKEY);
    }
    const forgers = [others.authenticator, new SoftwareAuthenticator()];
    for (const forger of forgers) {
      const { challenge, asked } = await askPasskey(account);
      const passkey = forger.authenticate({ ...SITE, challenge: asked });
      await confirm(account, { challenge, passkey }).expect(400, WRONG_PASSKEY);
    }
    const own = await askPasskey(account);
    const passkey = authenticator.authenticate({ ...SITE, challenge: own.asked });
    await confirm(account, { passkey }).expect(404, CHALLENGE_EXPIRED);
    await confirm(account, { passkey, challenge: own.challenge, code: '123456' }).expect(
      400,
      invalid(SECURITY_MESSAGES.oneProof),
    );
    for (const session of [stranger, other]) {
      await confirm(session, { challenge: own.challenge, passkey }).expect(404, CHALLENGE_EXPIRED);
    }
    for (const asked of [
      await factors.askPasskey(),
      await factors.startPasskey(stranger),
      await askPasskey(stranger),
    ]) {
      const answer = authenticator.authenticate({ ...SITE, challenge: asked.asked });
      await confirm(account, { challenge: asked.challenge, passkey: answer }).expect(404, CHALLENGE_EXPIRED);
    }
    expect(await isOpen(account)).toBe(false);
  });

  it('ACC-039 takes no challenge of another session of the account', async () => {
    const account = await accounts.join();
    const { authenticator } = await factors.addPasskey(account);
    await accounts.age(account);
    const { body: other } = await factors.signInByPasskey(authenticator);
    const { challenge, asked } = await askPasskey(other);
    const passkey = authenticator.authenticate({ ...SITE, challenge: asked });
    await confirm(account, { challenge, passkey }).expect(404, CHALLENGE_EXPIRED);
  });

  it('ACC-048 answers malformed proofs with 400', async () => {
    const account = await accounts.join();
    const { challenge } = await askPasskey(account);
    for (const body of [
      { password: 7 },
      { password, code: '12345' },
      { password, recoveryCode: 'no code' },
      { password: 'x'.repeat(129) },
      { challenge, passkey: null },
      { challenge, passkey: {} },
      { challenge, passkey: { id: 'a', rawId: 'b', type: 'public-key', response: {} } },
      { challenge: 'short', password },
      { password, unknown: true },
    ]) {
      const { body: refused } = await confirm(account, body).expect(400);
      expect(refused.code).toBe('validation_failed');
    }
  });

  it('ACC-041 opens nothing for a session that ends at the same moment', async () => {
    const account = await accounts.join();
    const runner = stack.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [account.id]);
      const answer = confirm(account, { password }).then((given) => given);
      await waitUntil('the confirmation to wait', async () => {
        const waiting: unknown[] = await runner.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      });
      await runner.query('DELETE FROM sessions WHERE user_id = $1', [account.id]);
      await runner.commitTransaction();
      expect((await answer).status).toBe(401);
    } finally {
      await runner.release();
    }
    expect(await stack.dataSource.getRepository(Session).countBy({ userId: account.id })).toBe(0);
    expect(await accounts.kinds(account.id)).not.toContain('reauthenticated');
  });

  it('ACC-037 is limited for each session and account', async () => {
    const limited = await BackendUnderTest.start(stack.config({ ...SECURE_SITE, rateLimits: true }));
    const calls = new Accounts(stack, () => limited);
    try {
      const account = await accounts.join();
      const { secret } = await factors.enableTotp(account);
      const statuses: number[] = [];
      for (let n = 0; n < 11; n += 1) {
        const body = { password, code: wrongCode(secret) };
        statuses.push((await calls.callAs(account, 'post', '/reauthenticate', body)).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
      const plain = await accounts.join();
      for (let n = 0; n < 10; n += 1) {
        await calls.callAs(plain, 'post', '/reauthenticate', { password: 'Wrong@123' }).expect(400);
      }
      await calls.callAs(plain, 'post', '/reauthenticate', { password }).expect(429);
    } finally {
      await limited.stop();
    }
  });

  it('ACC-064 stores the hash of the new credential only', async () => {
    const account = await accounts.join();
    const { body } = await confirm(account, { password }).expect(200);
    const rows = await stack.dataSource.getRepository(Session).findBy({ userId: account.id });
    expect(rows.map(({ id }) => id)).toEqual([createHash('sha256').update(body.sessionId).digest('hex')]);
  });
});
