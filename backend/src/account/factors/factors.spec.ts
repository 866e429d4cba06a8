import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_PASSKEYS, type Phrase, SECURITY_MESSAGES } from '@oniverse/contracts';
import { Passkey, RecoveryCode, TotpFactor } from '@oniverse/data';
import { GOOD_PASSWORD, TestStack, waitUntil } from '@oniverse/testing';
import { type Account, Accounts, SECURE_SITE, statusesOf } from '../../testing/accounts.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { Factors, SITE, totpCode, wrongCode } from '../../testing/factors.js';
import { type Ceremony, FLAGS, SoftwareAuthenticator } from '../../testing/software-authenticator.js';

const OK = { ok: true };
const CODE = /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/;
const invalid = (phrase: Phrase) => ({ statusCode: 400, code: 'invalid_code', ...phrase });
const WRONG_PASSKEY = invalid(SECURITY_MESSAGES.wrongPasskey);
const CHALLENGE_EXPIRED = {
  statusCode: 404,
  code: 'challenge_expired',
  ...SECURITY_MESSAGES.challengeExpired,
};

describe('second factors of accounts', () => {
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

  const security = async (session: { sessionId: string }) =>
    (await accounts.callAs(session, 'get', '/security').expect(200)).body;
  const setUp = async (session: { sessionId: string }): Promise<string> =>
    (await accounts.callAs(session, 'post', '/totp').expect(200)).body.secret;
  const confirm = (session: { sessionId: string }, code: string) =>
    accounts.callAs(session, 'put', '/totp', { code });
  const codesOf = (userId: string) => stack.dataSource.getRepository(RecoveryCode).findBy({ userId });
  const add = (session: { sessionId: string }, body: object) =>
    accounts.callAs(session, 'post', '/passkeys', { name: 'Laptop', ...body });
  const complete = (challenge: string, proof: object) =>
    accounts.call('post', '/login/second-factor', { challenge, ...proof });

  describe('authenticator apps', () => {
    it('ACC-030 are in use once the first code was sent, not before', async () => {
      const account = await accounts.join();
      const { body: setup } = await accounts.callAs(account, 'post', '/totp').expect(200);
      expect(new URL(setup.uri).searchParams.get('secret')).toBe(setup.secret);
      expect((await security(account)).totpSince).toBeNull();
      await accounts.login(account.username).expect(200);

      const { body } = await confirm(account, totpCode(setup.secret)).expect(200);
      expect(body).toEqual({ ok: true, recoveryCodes: expect.any(Array) });
      expect(await security(account)).toMatchObject({
        totpSince: expect.any(String),
        recoveryCodesLeft: 10,
        canUseTotp: true,
      });
      // By the clock of the activity, which it is compared with.
      const enabled = (await accounts.activity(account.id)).find(({ kind }) => kind === 'totp_enabled');
      const { id: userId } = account;
      const factor = await stack.dataSource.getRepository(TotpFactor).findOneByOrFail({ userId });
      expect(factor.confirmedAt).toEqual(enabled?.createdAt);
      const refused = await accounts.login(account.username).expect(401);
      expect(refused.body).toMatchObject({
        code: 'second_factor_required',
        challenge: { factors: ['totp', 'recovery-code'] },
      });
      expect(await accounts.isSignedIn(account)).toBe(true);
      // The challenge is no sign-in.
      expect((await accounts.kinds(account.id)).at(-1)).toBe('totp_enabled');
    });

    it('ACC-030 replace the secret of a setup that was not finished', async () => {
      const account = await accounts.join();
      const [first, second] = [await setUp(account), await setUp(account)];
      await confirm(account, totpCode(first)).expect(400, invalid(SECURITY_MESSAGES.wrongCode));
      await confirm(account, totpCode(second)).expect(200);
      const again = await accounts.callAs(account, 'post', '/totp').expect(409);
      expect(again.body).toEqual({ statusCode: 409, code: 'already_used', ...SECURITY_MESSAGES.totpInUse });
      await confirm(account, totpCode(second, 0.5)).expect(400, invalid(SECURITY_MESSAGES.wrongCode));
    });

    it('ACC-030 ACC-031 refuse a wrong code, one of a wrong clock, and one without a setup', async () => {
      const account = await accounts.join();
      await confirm(account, '123456').expect(400, invalid(SECURITY_MESSAGES.wrongCode));
      const secret = await setUp(account);
      await confirm(account, wrongCode(secret)).expect(400, invalid(SECURITY_MESSAGES.wrongCode));
      await confirm(account, totpCode(secret, 2)).expect(
        400,
        invalid(SECURITY_MESSAGES.clockFast({ minutes: 2 })),
      );
      await confirm(account, totpCode(secret, -2)).expect(
        400,
        invalid(SECURITY_MESSAGES.clockSlow({ minutes: 2 })),
      );
      for (const code of ['', '12345', '1234567', 'abcdef', 123456, '½35313']) {
        const refused = await accounts.callAs(account, 'put', '/totp', { code }).expect(400);
        expect(refused.body.code).toBe('validation_failed');
      }
      expect((await security(account)).totpSince).toBeNull();
    });

    it('ACC-031 take the code that turned them on for no sign-in', async () => {
      const account = await accounts.join();
      const code = totpCode(await setUp(account));
      // Taken again before its answer is used: of both requests with one setup, one succeeds.
      const secret = await setUp(account);
      const first = totpCode(secret);
      const answers = await Promise.all([confirm(account, first), confirm(account, first)]);
      expect(statusesOf(answers)).toEqual([200, 400]);
      const challenge = await factors.challenge(account);
      await complete(challenge, { code }).expect(400, invalid(SECURITY_MESSAGES.wrongCode));
      await complete(challenge, { code: first }).expect(400, invalid(SECURITY_MESSAGES.usedCode));
    });

    it('ACC-030 turn off, with the recovery codes of the last factor', async () => {
      const account = await accounts.join();
      await factors.enableTotp(account);
      await accounts.callAs(account, 'delete', '/totp').expect(200, OK);
      expect(await security(account)).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
      expect(await codesOf(account.id)).toEqual([]);
      await accounts.login(account.username).expect(200);
      await accounts.callAs(account, 'delete', '/totp').expect(404);
      expect(await accounts.kinds(account.id)).toContain('totp_disabled');
    });

    it('ACC-030 are not turned off before they are in use', async () => {
      const account = await accounts.join();
      const secret = await setUp(account);
      await accounts.callAs(account, 'delete', '/totp').expect(404);
      expect(await accounts.kinds(account.id)).not.toContain('totp_disabled');
      await confirm(account, totpCode(secret)).expect(200);
    });

    it('ACC-033 store their secret encrypted, and open it for no other account', async () => {
      const account = await accounts.join();
      const intruder = await accounts.join();
      const { secret } = await factors.enableTotp(account);
      const own = await factors.enableTotp(intruder);
      const rows = stack.dataSource.getRepository(TotpFactor);
      const stored = await rows.findOneByOrFail({ userId: account.id });
      expect(stored.secret).not.toContain(secret);
      const { secret: sealed } = await rows.findOneByOrFail({ userId: intruder.id });
      await rows.update({ userId: account.id }, { secret: sealed });
      const challenge = await factors.challenge(account);
      const code = totpCode(own.secret);
      await complete(challenge, { code }).expect(400, invalid(SECURITY_MESSAGES.wrongCode));
    });

    it('ACC-033 need the key of the site', async () => {
      const account = await accounts.join();
      const { secret, recoveryCodes } = await factors.enableTotp(account);
      const challenge = await factors.challenge(account);
      const keyless = await BackendUnderTest.start(stack.config({ ...SECURE_SITE, accountKeys: [] }));
      const other = await BackendUnderTest.start(
        stack.config({ ...SECURE_SITE, accountKeys: [Buffer.alloc(32, 8)] }),
      );
      try {
        const newcomer = await accounts.join();
        const without = new Accounts(stack, () => keyless);
        const refused = await without.callAs(newcomer, 'post', '/totp').expect(503);
        expect(refused.body).toMatchObject({
          code: 'factors_unavailable',
          ...SECURITY_MESSAGES.factorsUnavailable,
        });
        for (const site of [without, new Accounts(stack, () => other)]) {
          const body = { challenge, code: totpCode(secret) };
          await site
            .call('post', '/login/second-factor', body)
            .expect(400, invalid(SECURITY_MESSAGES.wrongCode));
        }
        // Recovery codes work without the key.
        const body = { challenge, recoveryCode: recoveryCodes[0] };
        await without.call('post', '/login/second-factor', body).expect(200);
      } finally {
        await keyless.stop();
        await other.stop();
      }
    });

    it('ACC-037 accept ten codes of an account within 15 minutes, right or wrong', async () => {
      const limited = await BackendUnderTest.start(stack.config({ ...SECURE_SITE, rateLimits: true }));
      const calls = new Accounts(stack, () => limited);
      try {
        const account = await accounts.join();
        const secret = await setUp(account);
        for (let n = 0; n < 10; n += 1) {
          await calls.callAs(account, 'put', '/totp', { code: wrongCode(secret) }).expect(400);
        }
        const refused = await calls.callAs(account, 'put', '/totp', { code: totpCode(secret) }).expect(429);
        expect(refused.body.code).toBe('rate_limited');
      } finally {
        await limited.stop();
      }
    });
  });

  describe('recovery codes', () => {
    it('ACC-032 come with the first factor, ten of them, stored as argon2id hashes', async () => {
      const account = await accounts.join();
      const { recoveryCodes } = await factors.enableTotp(account);
      expect(recoveryCodes).toHaveLength(10);
      for (const code of recoveryCodes) expect(code).toMatch(CODE);
      const rows = await codesOf(account.id);
      expect(rows).toHaveLength(10);
      for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$/);
      // Further factors bring none.
      expect((await factors.addPasskey(account)).recoveryCodes).toBeNull();
      expect((await codesOf(account.id)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    });

    it('ACC-032 work once', async () => {
      const account = await accounts.join();
      const { recoveryCodes } = await factors.enableTotp(account);
      const [first, second] = recoveryCodes;
      const typed = first!.toLowerCase().replace('-', '');
      await complete(await factors.challenge(account), { recoveryCode: typed }).expect(200);
      const again = await factors.challenge(account);
      await complete(again, { recoveryCode: first }).expect(
        400,
        invalid(SECURITY_MESSAGES.wrongRecoveryCode),
      );
      await complete(again, { recoveryCode: second }).expect(200);
      expect((await security(account)).recoveryCodesLeft).toBe(8);
      const used = (await accounts.activity(account.id)).filter(({ kind }) => kind === 'recovery_code_used');
      expect(used.map(({ detail }) => detail)).toEqual(['9 left', '8 left']);
    });

    it('ACC-032 stop working once there are new ones', async () => {
      const account = await accounts.join();
      const { recoveryCodes } = await factors.enableTotp(account);
      const { body } = await accounts.callAs(account, 'post', '/recovery-codes').expect(200);
      expect(body.codes).toHaveLength(10);
      expect(await codesOf(account.id)).toHaveLength(10);
      const challenge = await factors.challenge(account);
      const old = { recoveryCode: recoveryCodes[0] };
      await complete(challenge, old).expect(400, invalid(SECURITY_MESSAGES.wrongRecoveryCode));
      await complete(challenge, { recoveryCode: body.codes[0] }).expect(200);
      expect(await accounts.kinds(account.id)).toContain('recovery_codes_made');
    });

    it('ACC-032 are of no use to an account without a factor, or to another account', async () => {
      const plain = await accounts.join();
      await accounts.callAs(plain, 'post', '/recovery-codes').expect(404);
      const account = await accounts.join();
      const other = await accounts.join();
      await factors.enableTotp(account);
      const { recoveryCodes } = await factors.enableTotp(other);
      const body = { recoveryCode: recoveryCodes[0] };
      await complete(await factors.challenge(account), body).expect(
        400,
        invalid(SECURITY_MESSAGES.wrongRecoveryCode),
      );
      expect((await security(other)).recoveryCodesLeft).toBe(10);
    });

    it('ACC-032 stay until the last factor is removed', async () => {
      const account = await accounts.join();
      await factors.enableTotp(account);
      const { id } = await factors.addPasskey(account);
      await accounts.callAs(account, 'delete', '/totp').expect(200);
      expect((await security(account)).recoveryCodesLeft).toBe(10);
      await accounts.callAs(account, 'delete', `/passkeys/${id}`).expect(200);
      expect((await security(account)).recoveryCodesLeft).toBe(0);
      await accounts.login(account.username).expect(200);
    });
  });

  describe('passkeys', () => {
    it('ACC-034 are asked for with the domain of the site, and verify their user', async () => {
      const account = await accounts.join();
      const { authenticator } = await factors.addPasskey(account);
      const { options } = await factors.startPasskey(account);
      expect(options).toMatchObject({
        rp: { id: SITE.domain, name: 'Oniverse' },
        user: { name: account.username },
        attestation: 'none',
        excludeCredentials: [{ id: authenticator.id, transports: ['internal'] }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(account.id.replaceAll('-', ''));
    });

    it('ACC-034 are added, renamed and removed', async () => {
      const account = await accounts.join();
      const { id, recoveryCodes } = await factors.addPasskey(account);
      expect(recoveryCodes).toHaveLength(10);
      expect((await security(account)).passkeys).toEqual([
        { id, name: 'Laptop', isSynced: false, createdAt: expect.any(String), lastUsedAt: null },
      ]);
      await accounts.callAs(account, 'patch', `/passkeys/${id}`, { name: ' Phone ' }).expect(200, OK);
      expect((await security(account)).passkeys).toMatchObject([{ id, name: 'Phone' }]);
      await accounts.callAs(account, 'delete', `/passkeys/${id}`).expect(200, OK);
      expect(await security(account)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
      const noted = (await accounts.activity(account.id)).filter(({ kind }) => kind.startsWith('passkey'));
      expect(noted.map(({ kind, detail }) => [kind, detail])).toEqual([
        ['passkey_added', 'Laptop'],
        ['passkey_removed', 'Phone'],
      ]);
    });

    it('PER-003 ACC-034 of other members answer as if they did not exist', async () => {
      const account = await accounts.join();
      const stranger = await accounts.join();
      const { id } = await factors.addPasskey(account);
      for (const unknown of [id, '019abb00-0000-7000-8000-0000000000ff']) {
        await accounts.callAs(stranger, 'patch', `/passkeys/${unknown}`, { name: 'Mine' }).expect(404);
        await accounts.callAs(stranger, 'delete', `/passkeys/${unknown}`).expect(404);
      }
      await accounts.callAs(account, 'delete', '/passkeys/nonsense').expect(400);
      for (const name of ['', ' ', 'x'.repeat(51), 7]) {
        await accounts.callAs(account, 'patch', `/passkeys/${id}`, { name }).expect(400);
      }
      expect((await security(account)).passkeys).toMatchObject([{ id, name: 'Laptop' }]);
    });

    it('ACC-034 are refused if some account has them', async () => {
      const account = await accounts.join();
      const other = await accounts.join();
      const { authenticator } = await factors.addPasskey(account);
      for (const member of [account, other]) {
        const { challenge, asked } = await factors.startPasskey(member);
        const passkey = authenticator.register({ ...SITE, challenge: asked });
        const refused = await add(member, { challenge, passkey }).expect(409);
        expect(refused.body).toEqual({
          statusCode: 409,
          code: 'already_used',
          ...SECURITY_MESSAGES.passkeyKnown,
        });
      }
      expect((await security(other)).passkeys).toEqual([]);
      expect(await codesOf(other.id)).toEqual([]);
    });

    it('ACC-034 are limited in number, also when they are added at once', async () => {
      const account = await accounts.join();
      const rows = stack.dataSource.getRepository(Passkey);
      await rows.insert(
        Array.from({ length: MAX_PASSKEYS - 1 }, (_, n) => ({
          userId: account.id,
          credentialId: `${account.id}${n}`,
          publicKey: 'key',
          name: `Passkey ${n}`,
        })),
      );
      const started = [await factors.startPasskey(account), await factors.startPasskey(account)];
      const answers = await Promise.all(
        started.map(({ challenge, asked }) =>
          add(account, {
            challenge,
            passkey: new SoftwareAuthenticator().register({ ...SITE, challenge: asked }),
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual(['quota_reached']);
      expect(await rows.countBy({ userId: account.id })).toBe(MAX_PASSKEYS);
      const refused = await accounts.callAs(account, 'post', '/passkeys/options');
      expect(refused.body.code).toBe('quota_reached');
    });

    it('ACC-034 ACC-082 are added once for each challenge', async () => {
      const account = await accounts.join();
      const { challenge, asked } = await factors.startPasskey(account);
      const answers = await Promise.all(
        Array.from({ length: 3 }, () =>
          add(account, {
            challenge,
            passkey: new SoftwareAuthenticator().register({ ...SITE, challenge: asked }),
          }),
        ),
      );
      expect(statusesOf(answers)).toEqual([201, 404, 404]);
    });

    it.each<[string, Partial<Ceremony>]>([
      ['another origin', { origin: 'https://oniverse.example.evil.example' }],
      ['a subdomain that is no address of the site', { origin: 'https://evil.oniverse.example' }],
      ['another scheme', { origin: 'http://oniverse.example' }],
      ['another port', { origin: 'https://oniverse.example:8443' }],
      ['no origin', { origin: '' }],
      ['another relying party', { domain: 'evil.example' }],
      ['a challenge of another ceremony', { challenge: 'q83vEg' }],
      ['an answer to a sign-in', { type: 'webauthn.get' }],
      ['an absent user', { flags: FLAGS.userVerified }],
      ['a user who was not verified', { flags: FLAGS.userPresent }],
    ])('ACC-039 are refused from %s', async (_, forged) => {
      const account = await accounts.join();
      const { challenge, asked } = await factors.startPasskey(account);
      const passkey = new SoftwareAuthenticator().register({ ...SITE, challenge: asked, ...forged });
      await add(account, { challenge, passkey }).expect(400, WRONG_PASSKEY);
      expect((await security(account)).passkeys).toEqual([]);
    });

    it('ACC-039 are refused for challenges of other sessions, accounts, kinds, or past their time', async () => {
      const account = await accounts.join();
      const other = await accounts.newSession(account);
      const stranger = await accounts.join();
      const signIn = await factors.askPasskey();
      const { body: confirmation } = await accounts
        .callAs(account, 'post', '/reauthenticate/passkey-options')
        .expect(200);
      const started = await factors.startPasskey(account);
      const passkey = (asked: string) => new SoftwareAuthenticator().register({ ...SITE, challenge: asked });
      for (const [session, { challenge, asked }] of [
        [other, started],
        [stranger, started],
        [account, signIn],
        [account, { challenge: confirmation.challenge, asked: confirmation.options.challenge }],
        [account, { challenge: 'x'.repeat(43), asked: started.asked }],
      ] as const) {
        await add(session, { challenge, passkey: passkey(asked) }).expect(404, CHALLENGE_EXPIRED);
      }
      await stack.dataSource.query(
        `UPDATE auth_challenges SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
        [account.id],
      );
      const late = { challenge: started.challenge, passkey: passkey(started.asked) };
      await add(account, late).expect(404, CHALLENGE_EXPIRED);
    });

    it('ACC-048 answer malformed ones with 400, and never with an error of the server', async () => {
      const account = await accounts.join();
      const { challenge, asked } = await factors.startPasskey(account);
      const good = new SoftwareAuthenticator().register({ ...SITE, challenge: asked });
      const noPasskeys: unknown[] = [
        undefined,
        null,
        7,
        'text',
        [],
        {},
        { ...good, type: 'password' },
        { ...good, rawId: 'another' },
        { ...good, id: 7, rawId: 7 },
        { ...good, response: null },
        { ...good, response: [] },
      ];
      for (const passkey of noPasskeys) {
        const { body } = await add(account, { challenge, passkey }).expect(400);
        expect(body.code).toBe('validation_failed');
      }
      const clientData = (data: unknown) => Buffer.from(JSON.stringify(data)).toString('base64url');
      const wrongAnswers: object[] = [
        {},
        { clientDataJSON: good.response.clientDataJSON },
        { ...good.response, attestationObject: 7 },
        { ...good.response, attestationObject: '' },
        { ...good.response, attestationObject: 'AAAA' },
        { ...good.response, attestationObject: Buffer.alloc(4096, 0x9f).toString('base64url') },
        { ...good.response, attestationObject: `${good.response.attestationObject}!` },
        { ...good.response, clientDataJSON: 'bm8ganNvbg' },
        { ...good.response, clientDataJSON: clientData(null) },
        { ...good.response, clientDataJSON: clientData([]) },
        { ...good.response, clientDataJSON: clientData({ type: {}, challenge: [], origin: 7 }) },
      ];
      for (const response of wrongAnswers) {
        const started = await factors.startPasskey(account);
        const passkey = { ...good, response };
        await add(account, { challenge: started.challenge, passkey }).expect(400, WRONG_PASSKEY);
      }
    });

    it('ACC-048 keep up to eight transports, and no value that is no text', async () => {
      const account = await accounts.join();
      const { challenge, asked } = await factors.startPasskey(account);
      const good = new SoftwareAuthenticator().register({ ...SITE, challenge: asked });
      const transports = ['internal', 7, null, {}, ...Array.from({ length: 9 }, () => 'hybrid')];
      const passkey = { ...good, response: { ...good.response, transports } };
      await add(account, { challenge, passkey }).expect(201);
      const { options } = await factors.startPasskey(account);
      expect(options.excludeCredentials[0].transports).toEqual([
        'internal',
        ...Array.from({ length: 7 }, () => 'hybrid'),
      ]);
    });

    it('ACC-048 refuse ids of credentials that no authenticator makes', async () => {
      const account: Account = await accounts.join();
      for (const id of [Buffer.alloc(0), Buffer.alloc(1024, 1)]) {
        const { challenge, asked } = await factors.startPasskey(account);
        const passkey = new SoftwareAuthenticator(id).register({ ...SITE, challenge: asked });
        const { status } = await add(account, { challenge, passkey });
        expect([201, 400]).toContain(status);
      }
      const { challenge, asked } = await factors.startPasskey(account);
      const good = new SoftwareAuthenticator().register({ ...SITE, challenge: asked });
      for (const id of ['in\0valid', '\ud800', '']) {
        const passkey = { ...good, id, rawId: id };
        const { status } = await add(account, { challenge, passkey });
        expect(status).toBe(400);
      }
    });
  });

  it('ACC-216 changes of an account that wait while their session ends are refused', async () => {
    const account = await accounts.joinVerified();
    const session = await accounts.newSession(account);
    const secret = await setUp(session);
    const { totpSince } = await security(session);
    const proof = await accounts.link('verify-email', account.id, account.email);
    const { body: options } = await accounts.callAs(session, 'post', '/passkeys/options').expect(200);
    const passkey = new SoftwareAuthenticator().register({
      ...SITE,
      challenge: options.options.challenge,
    });
    const runner = stack.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [account.id]);
      const changes = [
        confirm(session, totpCode(secret)),
        accounts.callAs(session, 'post', '/totp'),
        add(session, { challenge: options.challenge, passkey }),
        accounts.callAs(session, 'post', '/email/verify', { token: proof }),
        accounts.callAs(session, 'put', '/email', { email: 'thief@example.org' }),
        accounts.callAs(session, 'patch', '/password', {
          currentPassword: GOOD_PASSWORD,
          newPassword: 'Moth&Lantern7',
        }),
        backend.api.post('/api/users/me/export').set(...bearer(session.sessionId)),
        backend.api
          .delete('/api/users/me')
          .set(...bearer(session.sessionId))
          .send({ password: GOOD_PASSWORD }),
      ];
      const answers = Promise.all(
        changes.map(async (change) => {
          const { status } = await change;
          return `${change.method} ${new URL(change.url).pathname} ${status}`;
        }),
      );
      await waitUntil('all changes to wait', async () => {
        // Not in the transaction, which would see the first answer again.
        const [row] = await stack.dataSource.query(
          `SELECT count(*)::integer AS waiting FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return row.waiting >= changes.length;
      });
      await runner.query('DELETE FROM sessions WHERE user_id = $1', [account.id]);
      await runner.commitTransaction();
      expect((await answers).filter((answer) => !answer.endsWith(' 401'))).toEqual([]);
    } finally {
      await runner.release();
    }
    const again = await accounts.newSession(account);
    expect(await security(again)).toMatchObject({ totpSince, recoveryEmail: account.email, passkeys: [] });
  });
});
