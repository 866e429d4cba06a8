import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Phrase, SECURITY_MESSAGES } from '@oniverse/contracts';
import { Passkey, Session } from '@oniverse/data';
import { RateLimits } from '@oniverse/platform';
import { GOOD_PASSWORD, TestStack, waitUntil } from '@oniverse/testing';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { issueDeviceToken } from '../passwords/device-tokens.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { type Account, Accounts, SECURE_SITE, statusesOf } from '../../testing/accounts.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { Factors, SITE, totpCode, wrongCode } from '../../testing/factors.js';
import { hasLockWaiter } from '../../testing/locks.js';
import { type Ceremony, FLAGS, SoftwareAuthenticator } from '../../testing/software-authenticator.js';
import { SIGN_IN_LIMIT } from './sign-ins.service.js';

const NEW_PASSWORD = 'Moth&Lantern7';
const invalid = (phrase: Phrase) => ({ statusCode: 400, code: 'invalid_code', ...phrase });
const WRONG_CODE = invalid(SECURITY_MESSAGES.wrongCode);
const WRONG_PASSKEY = invalid(SECURITY_MESSAGES.wrongPasskey);
const CHALLENGE_EXPIRED = {
  statusCode: 404,
  code: 'challenge_expired',
  ...SECURITY_MESSAGES.challengeExpired,
};
/** More than a backend has connections to the database. */
const MANY = 12;

describe('sign-ins', () => {
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

  const complete = (challenge: string, proof: object) =>
    accounts.call('post', '/login/second-factor', { challenge, ...proof });
  const countSessions = (userId: string) => stack.dataSource.getRepository(Session).countBy({ userId });
  const joinWithTotp = async () => {
    const account = await accounts.join();
    return { account, ...(await factors.enableTotp(account)) };
  };
  const joinWithPasskey = async () => {
    const account = await accounts.join();
    return { account, ...(await factors.addPasskey(account)) };
  };
  /** Answers the request for a passkey as the second factor of a sign-in. */
  const completeWithPasskey = async (
    challenge: string,
    authenticator: SoftwareAuthenticator,
    forged: Partial<Ceremony> = {},
  ) => {
    const { asked } = await factors.askPasskey(challenge);
    const passkey = authenticator.authenticate({ ...SITE, challenge: asked, ...forged });
    return complete(challenge, { passkey });
  };
  const withLimits = async (use: (limited: Accounts, limits: RateLimits) => Promise<void>): Promise<void> => {
    const limited = await BackendUnderTest.start(stack.config({ ...SECURE_SITE, rateLimits: true }));
    try {
      await use(new Accounts(stack, () => limited), limited.app.get(RateLimits));
    } finally {
      await limited.stop();
    }
  };

  it('ACC-001 ACC-004 return what the site offers', async () => {
    const { body } = await accounts.call('get', '/options').expect(200);
    expect(body).toEqual({ canMail: true, passkeyDomain: 'oniverse.example', registration: 'open' });
    const plain = await BackendUnderTest.start(stack.config());
    try {
      const answer = await plain.api.get('/api/auth/options').expect(200);
      expect(answer.body).toMatchObject({ canMail: false, passkeyDomain: 'localhost' });
    } finally {
      await plain.stop();
    }
  });

  it('are told when to try again if no connection to the database becomes free', async () => {
    const find = jest
      .spyOn(backend.app.get(AccountsRepository), 'findByUsername')
      .mockRejectedValueOnce(new Error('timeout exceeded when trying to connect'));
    const answer = await accounts.login('vesper').expect(503);
    find.mockRestore();
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.body).toMatchObject({ code: 'unavailable' });
  });

  describe('with a second factor', () => {
    it('ACC-036 start a session only after the right password and a right code', async () => {
      const { account, secret } = await joinWithTotp();
      const { body } = await accounts.login(account.username).expect(401);
      expect(body).toEqual({
        statusCode: 401,
        code: 'second_factor_required',
        ...SECURITY_MESSAGES.secondFactorRequired,
        challenge: {
          id: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
          factors: ['totp', 'recovery-code'],
          expiresAt: expect.any(String),
        },
      });
      const lifetime = Date.parse(body.challenge.expiresAt) - Date.now();
      expect(lifetime).toBeGreaterThan(4 * 60_000);
      expect(lifetime).toBeLessThanOrEqual(5 * 60_000);
      const before = await countSessions(account.id);
      const signedIn = await complete(body.challenge.id, { code: totpCode(secret) }).expect(200);
      expect(signedIn.body).toMatchObject({ user: { id: account.id }, deviceToken: expect.any(String) });
      expect(await countSessions(account.id)).toBe(before + 1);
      expect(await accounts.isSignedIn(signedIn.body)).toBe(true);
      expect((await accounts.activity(account.id)).at(-1)).toMatchObject({
        kind: 'signed_in_new_device',
        detail: 'totp',
      });
    });

    it('ACC-036 reveal the factors of an account only after its password', async () => {
      const { account } = await joinWithTotp();
      const plain = await accounts.join();
      const answers = [];
      for (const { username } of [account, plain, { username: 'nobody_at_all' }]) {
        const { status, body } = await accounts.login(username, 'Wrong@123');
        answers.push({ status, body });
      }
      expect(answers[0]?.body.code).toBe('invalid_credentials');
      expect(answers.slice(1)).toEqual([answers[0], answers[0]]);
    });

    it('ACC-036 know the browser by its device token', async () => {
      const { account, secret } = await joinWithTotp();
      const { deviceToken } = account;
      const { body } = await accounts.login(account.username, GOOD_PASSWORD, { deviceToken }).expect(401);
      await complete(body.challenge.id, { code: totpCode(secret) }).expect(200);
      expect((await accounts.kinds(account.id)).at(-1)).toBe('signed_in');
    });

    it('ACC-036 refuse a challenge that was used, has expired, or never existed', async () => {
      const { account, secret } = await joinWithTotp();
      const used = await factors.challenge(account);
      await complete(used, { code: totpCode(secret) }).expect(200);
      await factors.forgetUsedCodes(account);
      const expired = await factors.challenge(account);
      await stack.dataSource.query(
        `UPDATE auth_challenges SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
        [account.id],
      );
      for (const challenge of [used, expired, 'x'.repeat(43)]) {
        await complete(challenge, { code: totpCode(secret) }).expect(404, CHALLENGE_EXPIRED);
        await accounts.call('post', '/passkey/options', { challenge }).expect(404, CHALLENGE_EXPIRED);
      }
      for (const challenge of ['', 'short', 7, null]) {
        await accounts.call('post', '/login/second-factor', { challenge, code: '123456' }).expect(400);
      }
    });

    it('ACC-036 take exactly one proof', async () => {
      const { account, secret, recoveryCodes } = await joinWithTotp();
      const challenge = await factors.challenge(account);
      const code = totpCode(secret);
      const [recoveryCode] = recoveryCodes;
      await complete(challenge, {}).expect(400, invalid(SECURITY_MESSAGES.oneProof));
      await complete(challenge, { code, recoveryCode }).expect(400, invalid(SECURITY_MESSAGES.oneProof));
      await complete(challenge, { code }).expect(200);
    });

    it('ACC-036 ACC-040 count as a confirmation of who the member is', async () => {
      const { account, secret } = await joinWithTotp();
      const challenge = await factors.challenge(account);
      const { body } = await complete(challenge, { code: totpCode(secret) }).expect(200);
      await accounts.callAs(body, 'post', '/recovery-codes').expect(200);
    });

    it('ACC-036 end with a change of the password in between', async () => {
      const { account, secret } = await joinWithTotp();
      const challenge = await factors.challenge(account);
      const form = { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD };
      await accounts.callAs(account, 'patch', '/password', form).expect(200);
      await complete(challenge, { code: totpCode(secret) }).expect(404, CHALLENGE_EXPIRED);
      await complete(await factors.challenge(account, NEW_PASSWORD), { code: totpCode(secret) }).expect(200);
    });

    it('ACC-037 end after five attempts, whatever they were', async () => {
      const { account, secret } = await joinWithTotp();
      const challenge = await factors.challenge(account);
      const code = wrongCode(secret);
      for (let n = 0; n < 5; n += 1) await complete(challenge, { code }).expect(400, WRONG_CODE);
      await complete(challenge, { code: totpCode(secret) }).expect(404, CHALLENGE_EXPIRED);
      const failed = (await accounts.activity(account.id)).filter(
        ({ kind }) => kind === 'second_factor_failed',
      );
      expect(failed).toMatchObject([{ count: 5 }]);
    });

    it('ACC-037 gain no attempts by sending them at once', async () => {
      const { account, secret } = await joinWithTotp();
      const challenge = await factors.challenge(account);
      const code = wrongCode(secret);
      const answers = await Promise.all(Array.from({ length: 12 }, () => complete(challenge, { code })));
      expect(statusesOf(answers)).toEqual([
        ...Array.from({ length: 5 }, () => 400),
        ...Array.from({ length: 7 }, () => 404),
      ]);
    });

    it('ACC-037 gain no attempts by new challenges, and block no password', async () => {
      const { account, secret } = await joinWithTotp();
      await withLimits(async (limited) => {
        const statuses: number[] = [];
        for (let n = 0; n < 4; n += 1) {
          const { body } = await limited.login(account.username).expect(401);
          for (let times = 0; times < 4; times += 1) {
            const guess = { challenge: body.challenge.id, code: wrongCode(secret) };
            statuses.push((await limited.call('post', '/login/second-factor', guess)).status);
          }
        }
        expect(statuses).toEqual([
          ...Array.from({ length: 10 }, () => 400),
          ...Array.from({ length: 6 }, () => 429),
        ]);
        // Neither a right code nor a recovery code is accepted now.
        const { body } = await limited.login(account.username).expect(401);
        const right = { challenge: body.challenge.id, code: totpCode(secret) };
        const refused = await limited.call('post', '/login/second-factor', right).expect(429);
        expect(refused.body.code).toBe('rate_limited');
        expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      });
    });

    it('ACC-215 count as sign-ins of the account once complete, so that the password alone uses none up', async () => {
      const { account, secret } = await joinWithTotp();
      await withLimits(async (limited, limits) => {
        for (let n = 1; n < SIGN_IN_LIMIT.points; n += 1) await limits.consume(SIGN_IN_LIMIT, account.id);
        for (let stranger = 0; stranger < 3; stranger += 1) await limited.login(account.username).expect(401);
        const { body } = await limited.login(account.username).expect(401);
        const right = { challenge: body.challenge.id, code: totpCode(secret) };
        await limited.call('post', '/login/second-factor', right).expect(200);
      });
    });

    it('ACC-200 are counted apart for known devices and networks, which strangers cannot lock out', async () => {
      const { account, secret } = await joinWithTotp();
      const limited = await BackendUnderTest.start(
        stack.config({ ...SECURE_SITE, rateLimits: true, trustedProxies: ['127.0.0.1/32', '::1/128'] }),
      );
      const tryCodes = async (address: string, codes: readonly string[], deviceToken?: string) => {
        const send = (path: string, body: object) =>
          limited.api.post(`/api/auth${path}`).set('x-forwarded-for', address).send(body);
        const login = { username: account.username, password: GOOD_PASSWORD, deviceToken };
        const { body } = await send('/login', login).expect(401);
        const statuses: number[] = [];
        for (const code of codes) {
          const { status } = await send('/login/second-factor', { challenge: body.challenge.id, code });
          statuses.push(status);
        }
        return statuses;
      };
      try {
        const wrong = Array.from({ length: 5 }, () => wrongCode(secret));
        const refused = wrong.map(() => 400);
        expect(await tryCodes('203.0.113.9', wrong)).toEqual(refused);
        // Other networks give a stranger no further attempts.
        expect(await tryCodes('198.51.100.7', wrong)).toEqual(refused);
        // Not even one from which somebody signed in with the password alone, before there was a factor.
        await stack.dataSource.query(
          `INSERT INTO account_activity (user_id, kind, address) VALUES ($1, 'signed_in_new_device', '192.0.2.0/24')`,
          [account.id],
        );
        expect(await tryCodes('192.0.2.4', [totpCode(secret)])).toEqual([429]);
        // A browser in which somebody signed in before there was a factor has a count of its own, too.
        const other = issueDeviceToken(await accounts.user(account.id));
        for (const _ of [1, 2]) expect(await tryCodes('192.0.2.4', wrong, other)).toEqual(refused);
        expect(await tryCodes('192.0.2.4', [totpCode(secret)], other)).toEqual([429]);
        expect(await tryCodes('192.0.2.4', wrong, account.deviceToken)).toEqual(refused);
        // The account was registered from this machine.
        expect(await tryCodes('127.0.0.1', [totpCode(secret)])).toEqual([200]);
      } finally {
        await limited.stop();
      }
    });

    it('ACC-031 refuse the code of the latest sign-in, and any older one', async () => {
      const { account, secret } = await joinWithTotp();
      const [older, code] = [totpCode(secret, -0.5), totpCode(secret)];
      await complete(await factors.challenge(account), { code }).expect(200);
      const challenge = await factors.challenge(account);
      await complete(challenge, { code }).expect(400, invalid(SECURITY_MESSAGES.usedCode));
      const answer = await complete(challenge, { code: older });
      expect(answer.status).toBe(400);
      await complete(challenge, { code: totpCode(secret, 0.5) }).expect(200);
    });

    it('ACC-031 give no hint that a code is right but for the clock', async () => {
      const { account, secret } = await joinWithTotp();
      const challenge = await factors.challenge(account);
      for (const minutes of [2, -2, 9]) {
        await complete(challenge, { code: totpCode(secret, minutes) }).expect(400, WRONG_CODE);
      }
      await complete(challenge, { code: totpCode(secret) }).expect(200);
    });

    it('ACC-036 take for a challenge no code of another account, which stays usable there', async () => {
      const victim = await joinWithTotp();
      const thief = await joinWithTotp();
      const before = await countSessions(victim.account.id);
      const challenge = await factors.challenge(victim.account);
      const code = totpCode(thief.secret);
      const [recoveryCode] = thief.recoveryCodes;
      await complete(challenge, { code }).expect(400, WRONG_CODE);
      const refused = await complete(challenge, { recoveryCode }).expect(400);
      expect(refused.body.code).toBe('invalid_code');
      expect(await countSessions(victim.account.id)).toBe(before);
      const own = await complete(await factors.challenge(thief.account), { code }).expect(200);
      expect(own.body.user.id).toBe(thief.account.id);
      await complete(await factors.challenge(thief.account), { recoveryCode }).expect(200);
    });

    it('ACC-038 start one session from concurrent uses of one challenge', async () => {
      const { account, secret, recoveryCodes } = await joinWithTotp();
      const before = await countSessions(account.id);
      const challenge = await factors.challenge(account);
      const proofs = [
        { code: totpCode(secret) },
        ...recoveryCodes.slice(0, 3).map((c) => ({ recoveryCode: c })),
      ];
      const answers = await Promise.all(proofs.map((proof) => complete(challenge, proof)));
      expect(statusesOf(answers)).toEqual([200, 404, 404, 404]);
      expect(await countSessions(account.id)).toBe(before + 1);
    });

    it('ACC-038 start one session from concurrent uses of one code', async () => {
      const { account, secret } = await joinWithTotp();
      const before = await countSessions(account.id);
      const challenges = [
        await factors.challenge(account),
        await factors.challenge(account),
        await factors.challenge(account),
      ];
      const code = totpCode(secret);
      const answers = await Promise.all(challenges.map((challenge) => complete(challenge, { code })));
      expect(statusesOf(answers)).toEqual([200, 400, 400]);
      expect(await countSessions(account.id)).toBe(before + 1);
    });

    it('ACC-038 start one session from concurrent uses of one recovery code', async () => {
      const { account, recoveryCodes } = await joinWithTotp();
      const before = await countSessions(account.id);
      const challenges = [await factors.challenge(account), await factors.challenge(account)];
      const [recoveryCode] = recoveryCodes;
      const answers = await Promise.all(challenges.map((challenge) => complete(challenge, { recoveryCode })));
      expect(statusesOf(answers)).toEqual([200, 400]);
      expect(await countSessions(account.id)).toBe(before + 1);
    });

    it('keep no transaction open while a recovery code is compared', async () => {
      const { account, recoveryCodes } = await joinWithTotp();
      const challenge = await factors.challenge(account);
      const passwords = backend.app.get(PasswordsService);
      const compare = passwords.matches.bind(passwords);
      const open: number[] = [];
      const matches = jest.spyOn(passwords, 'matches').mockImplementation(async (...given) => {
        const rows: unknown[] = await stack.dataSource.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
        );
        open.push(rows.length);
        return compare(...given);
      });
      try {
        await complete(challenge, { recoveryCode: recoveryCodes[0] }).expect(200);
      } finally {
        matches.mockRestore();
      }
      expect(new Set(open)).toEqual(new Set([0]));
    });

    it('ACC-035 take a passkey of the account', async () => {
      const { account, authenticator, id } = await joinWithPasskey();
      const challenge = await factors.challenge(account);
      const { body } = await accounts.call('post', '/passkey/options', { challenge }).expect(200);
      expect(body).toMatchObject({
        challenge,
        options: {
          rpId: SITE.domain,
          userVerification: 'required',
          allowCredentials: [{ id: authenticator.id }],
        },
      });
      const answer = await completeWithPasskey(challenge, authenticator);
      expect(answer.status).toBe(200);
      expect((await accounts.activity(account.id)).at(-1)?.detail).toBe('passkey');
      const row = await stack.dataSource.getRepository(Passkey).findOneByOrFail({ id });
      expect(row).toMatchObject({ counter: '1', lastUsedAt: expect.any(Date) });
    });

    it('ACC-039 take no passkey of another account, and none that was not asked for', async () => {
      const { account, authenticator } = await joinWithPasskey();
      const other = await joinWithPasskey();
      const challenge = await factors.challenge(account);
      const answer = await completeWithPasskey(challenge, other.authenticator);
      expect(answer.body).toEqual(WRONG_PASSKEY);
      const unasked = await factors.challenge(account);
      const passkey = authenticator.authenticate({ ...SITE, challenge: unasked });
      await complete(unasked, { passkey }).expect(404, CHALLENGE_EXPIRED);
      // An answer to one challenge completes no other one.
      const { asked } = await factors.askPasskey(await factors.challenge(account));
      await factors.askPasskey(unasked);
      const swapped = authenticator.authenticate({ ...SITE, challenge: asked });
      await complete(unasked, { passkey: swapped }).expect(400, WRONG_PASSKEY);
    });
  });

  it('ACC-035 need one connection to the database each, so that they cannot wait for each other', async () => {
    const { account, authenticator } = await joinWithPasskey();
    const challenges = await Promise.all(Array.from({ length: MANY }, () => factors.challenge(account)));
    const runner = stack.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [account.id]);
      const answers = Promise.all(
        challenges.map((challenge) => completeWithPasskey(challenge, authenticator, { counter: 0 })),
      );
      await waitUntil('all connections to be taken', async () => {
        const waiting: unknown[] = await runner.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length >= 10;
      });
      await runner.commitTransaction();
      expect(statusesOf(await answers)).toEqual(challenges.map(() => 200));
    } finally {
      await runner.release();
    }
  });

  describe('by a passkey alone', () => {
    it('ACC-035 start a session, without a password and a second factor', async () => {
      const { account, authenticator } = await joinWithPasskey();
      await factors.enableTotp(account);
      const { body: asked } = await accounts.call('post', '/passkey/options', {}).expect(200);
      // The browser offers all passkeys of the site: the request names no account.
      expect(asked.options.allowCredentials ?? []).toEqual([]);
      const answer = await factors.signInByPasskey(authenticator);
      expect(answer.status).toBe(200);
      expect(answer.body.user.id).toBe(account.id);
      expect(await accounts.isSignedIn(answer.body)).toBe(true);
      await accounts.callAs(answer.body, 'post', '/recovery-codes').expect(200);
      expect(await accounts.activity(account.id)).toContainEqual(
        expect.objectContaining({ kind: 'signed_in', detail: 'passkey' }),
      );
    });

    it('ACC-035 notice a new browser', async () => {
      const { account, authenticator } = await joinWithPasskey();
      const { challenge, asked } = await factors.askPasskey();
      const passkey = authenticator.authenticate({ ...SITE, challenge: asked });
      await backend.api
        .post('/api/auth/passkey')
        .set('user-agent', 'A browser of elsewhere')
        .send({ challenge, passkey })
        .expect(200);
      expect((await accounts.kinds(account.id)).at(-1)).toBe('signed_in_new_device');
    });

    it('ACC-038 ACC-039 happen once for each answer', async () => {
      const { account, authenticator } = await joinWithPasskey();
      const { challenge, asked } = await factors.askPasskey();
      const passkey = authenticator.authenticate({ ...SITE, challenge: asked });
      const before = await countSessions(account.id);
      const body = { challenge, passkey };
      const answers = await Promise.all([1, 2, 3].map(() => accounts.call('post', '/passkey', body)));
      expect(statusesOf(answers)).toEqual([200, 404, 404]);
      await accounts.call('post', '/passkey', body).expect(404, CHALLENGE_EXPIRED);
      const other = await factors.askPasskey();
      const replayed = { challenge: other.challenge, passkey };
      await accounts.call('post', '/passkey', replayed).expect(400, WRONG_PASSKEY);
      expect(await countSessions(account.id)).toBe(before + 1);
    });

    it.each<[string, Partial<Ceremony>]>([
      ['another origin', { origin: 'https://evil.example' }],
      ['an origin that begins alike', { origin: 'https://oniverse.example.evil.example' }],
      ['a subdomain that is no address of the site', { origin: 'https://evil.oniverse.example' }],
      ['another scheme', { origin: 'http://oniverse.example' }],
      ['this machine', { origin: 'http://localhost' }],
      ['another relying party', { domain: 'evil.example' }],
      ['another challenge', { challenge: 'q83vEg' }],
      ['the making of a passkey', { type: 'webauthn.create' }],
      ['an absent user', { flags: FLAGS.userVerified }],
      ['a user who was not verified', { flags: FLAGS.userPresent }],
    ])('ACC-039 are refused from %s', async (_, forged) => {
      const { account, authenticator } = await joinWithPasskey();
      const before = await countSessions(account.id);
      const alone = await factors.signInByPasskey(authenticator, forged);
      expect({ status: alone.status, body: alone.body }).toEqual({ status: 400, body: WRONG_PASSKEY });
      const second = await completeWithPasskey(await factors.challenge(account), authenticator, forged);
      expect({ status: second.status, body: second.body }).toEqual({ status: 400, body: WRONG_PASSKEY });
      expect(await countSessions(account.id)).toBe(before);
    });

    it('ACC-039 are refused with a counter that does not go up, as of a clone', async () => {
      const { authenticator } = await joinWithPasskey();
      expect((await factors.signInByPasskey(authenticator, { counter: 5 })).status).toBe(200);
      for (const counter of [5, 4, 0]) {
        expect((await factors.signInByPasskey(authenticator, { counter })).body).toEqual(WRONG_PASSKEY);
      }
      expect((await factors.signInByPasskey(authenticator, { counter: 6 })).status).toBe(200);
      expect((await factors.signInByPasskey(authenticator, { counter: 2 ** 32 - 1 })).status).toBe(200);
    });

    it('ACC-035 accept authenticators that do not count', async () => {
      const { authenticator } = await joinWithPasskey();
      for (let times = 0; times < 2; times += 1) {
        expect((await factors.signInByPasskey(authenticator, { counter: 0 })).status).toBe(200);
      }
    });

    it('ACC-039 are refused with the key of another passkey, an unknown one and a removed one', async () => {
      const { account, authenticator, id } = await joinWithPasskey();
      const thief = new SoftwareAuthenticator(Buffer.from(authenticator.id, 'base64url'));
      for (const forger of [thief, new SoftwareAuthenticator()]) {
        expect((await factors.signInByPasskey(forger)).body).toEqual(WRONG_PASSKEY);
      }
      await accounts.callAs(account, 'delete', `/passkeys/${id}`).expect(200);
      expect((await factors.signInByPasskey(authenticator)).body).toEqual(WRONG_PASSKEY);
    });

    it('ACC-039 lock the account before the passkey, like the removal that they wait for', async () => {
      const { account, authenticator, id } = await joinWithPasskey();
      const runner = stack.dataSource.createQueryRunner();
      try {
        await runner.startTransaction();
        await runner.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [account.id]);
        const remove = async () => {
          await waitUntil('the sign-in to wait', () => hasLockWaiter(stack.dataSource));
          await runner.query('DELETE FROM passkeys WHERE id = $1', [id]);
          await runner.commitTransaction();
        };
        const [{ body }] = await Promise.all([factors.signInByPasskey(authenticator), remove()]);
        expect(body).toEqual(WRONG_PASSKEY);
      } finally {
        await runner.release();
      }
    });

    it('ACC-039 take no challenge of another kind', async () => {
      const { account, authenticator } = await joinWithPasskey();
      const second = await factors.askPasskey(await factors.challenge(account));
      const registration = await factors.startPasskey(account);
      const { body: confirmation } = await accounts
        .callAs(account, 'post', '/reauthenticate/passkey-options')
        .expect(200);
      for (const { challenge, asked } of [
        second,
        registration,
        { challenge: confirmation.challenge, asked: confirmation.options.challenge },
      ]) {
        const passkey = authenticator.authenticate({ ...SITE, challenge: asked });
        await accounts.call('post', '/passkey', { challenge, passkey }).expect(404, CHALLENGE_EXPIRED);
      }
      const alone = await factors.askPasskey();
      const passkey = authenticator.authenticate({ ...SITE, challenge: alone.asked });
      await complete(alone.challenge, { passkey }).expect(404, CHALLENGE_EXPIRED);
    });

    it('ACC-048 answer malformed passkeys with 400, and never with an error of the server', async () => {
      const { authenticator } = await joinWithPasskey();
      const { asked } = await factors.askPasskey();
      const good = authenticator.authenticate({ ...SITE, challenge: asked });
      for (const passkey of [
        undefined,
        null,
        'text',
        [],
        {},
        { ...good, type: 'password' },
        { ...good, rawId: 'another' },
        { ...good, id: 'in\0valid', rawId: 'in\0valid' },
        { ...good, response: 'text' },
      ]) {
        const { challenge } = await factors.askPasskey();
        const { body } = await accounts.call('post', '/passkey', { challenge, passkey }).expect(400);
        expect(body.code).toBe('validation_failed');
      }
      for (const response of [
        {},
        { ...good.response, authenticatorData: '' },
        { ...good.response, authenticatorData: 'AAAA' },
        { ...good.response, authenticatorData: 7 },
        { ...good.response, signature: '' },
        { ...good.response, signature: 'AAAA' },
        { ...good.response, signature: 'no base64!' },
        { ...good.response, clientDataJSON: 'bm8ganNvbg' },
        { ...good.response, userHandle: {} },
      ]) {
        const { challenge } = await factors.askPasskey();
        const passkey = { ...good, response };
        await accounts.call('post', '/passkey', { challenge, passkey }).expect(400, WRONG_PASSKEY);
      }
    });

    it('ACC-037 are limited by client', async () => {
      await withLimits(async (limited) => {
        for (let n = 0; n < 60; n += 1) await limited.call('post', '/passkey/options', {}).expect(200);
        await limited.call('post', '/passkey/options', {}).expect(429);
      });
    });
  });

  describe('where the site has no public address', () => {
    let local: BackendUnderTest;
    let member: Account;

    beforeAll(async () => {
      local = await BackendUnderTest.start(stack.config({ ...SECURE_SITE, publicOrigins: [] }));
      member = await accounts.join();
    });

    afterAll(async () => {
      await local.stop();
    });

    const register = async (origin: string, domain = 'localhost') => {
      const calls = new Accounts(stack, () => local);
      const { body } = await calls.callAs(member, 'post', '/passkeys/options').expect(200);
      const passkey = new SoftwareAuthenticator().register({
        origin,
        domain,
        challenge: body.options.challenge,
      });
      const { status } = await calls.callAs(member, 'post', '/passkeys', {
        challenge: body.challenge,
        name: 'Laptop',
        passkey,
      });
      return status;
    };

    it.each(['http://localhost', 'http://localhost:3000', 'http://localhost:65535'])(
      'ACC-004 ACC-039 passkeys of %s are accepted',
      async (origin) => {
        expect(await register(origin)).toBe(201);
      },
    );

    it.each([
      'http://evil.example',
      'http://localhost.evil.example',
      'http://evil.localhost',
      'http://localhost:3000.evil.example',
      'http://localhost:3000@evil.example',
      'https://localhost',
      'http://127.0.0.1',
      'localhost',
      '',
    ])('ACC-004 ACC-039 passkeys of %j are refused', async (origin) => {
      expect(await register(origin)).toBe(400);
    });
  });

  describe('and ids of sessions', () => {
    it('ACC-047 adopt no id that the client sends', async () => {
      const account = await accounts.join();
      const chosen = 'f'.repeat(43);
      const sent = [
        () => backend.api.post('/api/auth/login').set(...bearer(chosen)),
        () => backend.api.post('/api/auth/login').set('cookie', `sessionId=${chosen}`),
        () => backend.api.post(`/api/auth/login?sessionId=${chosen}`),
      ];
      const credentials = { username: account.username, password: GOOD_PASSWORD };
      for (const request of sent) {
        const { body, status, headers } = await request().send(credentials);
        expect(headers['set-cookie']).toBeUndefined();
        if (status === 200) expect(body.sessionId).not.toBe(chosen);
        else expect(status).toBeLessThan(500);
      }
      await backend.api
        .post('/api/auth/login')
        .send({ ...credentials, sessionId: chosen })
        .expect(400);
      expect(await accounts.isSignedIn({ sessionId: chosen })).toBe(false);
    });

    it('ACC-047 give every sign-in a new one, and leave the session of the caller alone', async () => {
      const account = await accounts.join();
      const intruder = await accounts.join();
      const { body } = await backend.api
        .post('/api/auth/login')
        .set(...bearer(intruder.sessionId))
        .send({ username: account.username, password: GOOD_PASSWORD })
        .expect(200);
      expect(body.sessionId).not.toBe(intruder.sessionId);
      const { body: self } = await accounts.callAs(intruder, 'get', '/me').expect(200);
      expect(self.id).toBe(intruder.id);
    });
  });
});
