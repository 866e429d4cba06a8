import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LINK_LIFETIME_MS, LINK_MESSAGES, PASSWORD_MESSAGES } from '@oniverse/contracts';
import { AccountActivity, AccountToken } from '@oniverse/data';
import { GOOD_PASSWORD, LiveClient, makeMember, TestStack, uniqueName, waitUntil } from '@oniverse/testing';
import { PASSWORD_LIMITS } from '../passwords/failure-counts.js';
import { Accounts, MAIL_SITE, statusesOf } from '../../testing/accounts.js';
import { BackendUnderTest } from '../../testing/backend-under-test.js';
import { explain, recordStatements } from '../../testing/statements.js';

const NEW_PASSWORD = 'Moth&Lantern7';
const CLASSES =
  'Error: password must include uppercase letter, lowercase letter, number, and special character (@$!%*?&)';
const OK = { ok: true };
const LINK_EXPIRED = { statusCode: 404, code: 'link_expired', ...LINK_MESSAGES.linkExpired };

describe('password resets', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let accounts: Accounts;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config(MAIL_SITE));
    accounts = new Accounts(stack, () => backend);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const request = (email: string) => accounts.call('post', '/password/reset-requests', { email });
  const reset = (token: string, newPassword: unknown = NEW_PASSWORD) =>
    accounts.call('post', '/password/reset', { token, newPassword });
  const resetLink = async ({ id, email }: { id: string; email: string }) =>
    accounts.link('reset-password', id, email);
  const disown = (token: string) => accounts.call('post', '/sign-in/disown', { token });
  const addPasskey = async (userId: string, createdAt: Date) =>
    stack.dataSource.query(
      `INSERT INTO passkeys (user_id, credential_id, public_key, name, created_at)
       VALUES ($1, gen_random_uuid(), 'key', 'Laptop', $2)`,
      [userId, createdAt],
    );
  const countPasskeys = async (userId: string): Promise<number> =>
    (await stack.dataSource.query('SELECT FROM passkeys WHERE user_id = $1', [userId])).length;
  const record = <T>(call: () => PromiseLike<T>) => recordStatements(backend.app, call);

  describe('requests', () => {
    it('ACC-079 answers the same after the same statements for verified, unverified, former and unknown addresses', async () => {
      const verified = await accounts.joinVerified();
      const unverified = await accounts.join();
      const moved = await accounts.joinVerified();
      await accounts.update(moved.id, { email: `${uniqueName()}@example.org`, emailVerifiedAt: null });
      const seen: unknown[] = [];
      const before = (await accounts.mails()).length;
      for (const email of [
        verified.email,
        verified.email.toUpperCase(),
        unverified.email,
        moved.email,
        'nobody@example.org',
      ]) {
        const { answer, statements } = await record(() => request(email));
        const { status, body, headers } = answer;
        const { date: _, 'x-request-id': __, ...rest } = headers;
        seen.push({ status, body, rest, statements: statements.map(({ sql }) => sql) });
      }
      expect(seen[0]).toMatchObject({
        status: 202,
        body: OK,
        statements: expect.arrayContaining(['COMMIT']),
      });
      for (const other of seen.slice(1)) expect(other).toEqual(seen[0]);
      expect((await accounts.mails()).slice(before)).toEqual([
        `reset-password:${verified.id}`,
        `reset-password:${verified.id}`,
        `reset-password:${unverified.id}`,
        `reset-password:${moved.id}`,
        expect.stringMatching(/^reset-password:[0-9a-f-]{36}$/),
      ]);
      expect(await accounts.isSignedIn(verified)).toBe(true);
      await request('no address').expect(400);
    });

    it('ACC-079 mails the account that verified the address, not one that merely has it', async () => {
      const former = await accounts.joinVerified();
      await accounts.update(former.id, { email: `${uniqueName()}@example.org`, emailVerifiedAt: null });
      await accounts.join({ email: former.email });
      await request(former.email).expect(202);
      expect((await accounts.mails()).at(-1)).toBe(`reset-password:${former.id}`);
    });

    it('ACC-079 ACC-073 limits requests silently by address, and by client', async () => {
      const account = await accounts.joinVerified();
      const limited = await BackendUnderTest.start(stack.config({ ...MAIL_SITE, rateLimits: true }));
      try {
        const before = await accounts.mails(account.id);
        const statuses: number[] = [];
        for (let n = 0; n < 21; n += 1) {
          const answer = await limited.api
            .post('/api/auth/password/reset-requests')
            .send({ email: account.email });
          statuses.push(answer.status);
        }
        expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
        expect(await accounts.mails(account.id)).toHaveLength(before.length + 3);
      } finally {
        await limited.stop();
      }
    });

    it('ACC-079 takes the same work beyond the limits of an address', async () => {
      const [verified, unverified] = [await accounts.joinVerified(), await accounts.join()];
      const proxied = { rateLimits: true, trustedProxies: ['127.0.0.1/32', '::1/128'] };
      const limited = await BackendUnderTest.start(stack.config({ ...MAIL_SITE, ...proxied }));
      try {
        const seen: unknown[] = [];
        const requests = [verified, unverified, { email: 'nobody@example.org' }].flatMap(({ email }) =>
          Array.from({ length: 5 }, () => email),
        );
        for (const email of requests) {
          const { answer, statements } = await recordStatements(limited.app, () =>
            limited.api
              .post('/api/auth/password/reset-requests')
              .set('x-forwarded-for', '192.0.2.79')
              .send({ email }),
          );
          seen.push([answer.status, statements.map(({ sql }) => sql)]);
        }
        expect(seen[0]).toEqual([202, expect.arrayContaining(['COMMIT'])]);
        for (const other of seen.slice(1)) expect(other).toEqual(seen[0]);
      } finally {
        await limited.stop();
      }
    });
  });

  describe('resets', () => {
    it('ACC-080 sets the password, ends all sessions and their sockets, and returns a device token', async () => {
      const account = await accounts.joinVerified();
      const other = await accounts.newSession(account);
      const client = await LiveClient.connect(backend.url, other);
      const { body } = await reset(await resetLink(account)).expect(200);
      expect(body).toEqual({
        ok: true,
        username: account.username,
        deviceToken: expect.stringMatching(/^[A-Za-z0-9_-]{64}$/),
      });
      for (const session of [account, other]) expect(await accounts.isSignedIn(session)).toBe(false);
      await waitUntil('the socket to be closed', () => client.socket.disconnected);
      client.close();
      await accounts.login(account.username, GOOD_PASSWORD).expect(401);
      const { deviceToken } = body;
      await accounts.login(account.username, NEW_PASSWORD, { deviceToken }).expect(200);
      const activity = await accounts.activity(account.id);
      const resetEntry = activity.find(({ kind }) => kind === 'password_reset');
      expect(await accounts.mails(account.id)).toContain(`activity:${account.id}:${resetEntry!.id}`);
    });

    it('ACC-080 verifies the address of an account that never verified one', async () => {
      const account = await accounts.join();
      const former = await accounts.joinVerified();
      await accounts.update(former.id, { recoveryEmail: account.email });
      await reset(await resetLink(account)).expect(200);
      expect(await accounts.user(account.id)).toMatchObject({
        emailVerifiedAt: expect.any(Date),
        recoveryEmail: account.email,
      });
      expect((await accounts.user(former.id)).recoveryEmail).toBeNull();
    });

    it('ACC-080 keeps the verified address if the current one is unverified', async () => {
      const account = await accounts.joinVerified();
      const email = `${uniqueName()}@example.org`;
      await accounts.update(account.id, { email, emailVerifiedAt: null });
      await reset(await resetLink(account)).expect(200);
      expect(await accounts.user(account.id)).toMatchObject({
        email,
        emailVerifiedAt: null,
        recoveryEmail: account.email,
      });
    });

    it('ACC-080 refuses a link to an address that the account no longer uses', async () => {
      const account = await accounts.join();
      const token = await resetLink(account);
      await accounts.update(account.id, { email: `${uniqueName()}@example.org` });
      await reset(token).expect(404, LINK_EXPIRED);
      await accounts.login(account.username).expect(200);
    });

    it('ACC-100 accepts the link of an operator, which verifies nothing', async () => {
      const account = await accounts.join();
      await reset(await accounts.link('reset-password', account.id, null)).expect(200);
      expect((await accounts.user(account.id)).emailVerifiedAt).toBeNull();
    });

    it.each([
      ['short', 'Error: password must be at least 8 characters long'],
      ['alllowercase1!', CLASSES],
      ['Password1!', PASSWORD_MESSAGES.passwordIsCommon.message],
      ['', 'Enter a new password.'],
      [7, 'This must be text.'],
    ])('ACC-080 AUT-038 refuses %j with a reason, and keeps the link', async (newPassword, message) => {
      const account = await accounts.joinVerified();
      const token = await resetLink(account);
      const refused = await reset(token, newPassword).expect(400);
      expect(refused.body).toMatchObject({ code: 'validation_failed', fields: { newPassword: message } });
      expect(await accounts.isSignedIn(account)).toBe(true);
      await reset(token).expect(200);
    });

    it('ACC-080 ACC-091 refuses the Oni ID and the address of the account as its password', async () => {
      const username = `Oni7_${uniqueName('x')}`.toLowerCase().slice(0, 20);
      const account = await accounts.joinVerified({ username, email: `${uniqueName()}@Example.org` });
      const token = await resetLink(account);
      for (const own of [username, account.email]) {
        const refused = await reset(token, `${own.replace('oni', 'Oni')}!`).expect(400);
        expect(refused.body.fields).toEqual({ newPassword: PASSWORD_MESSAGES.passwordIsOwn.message });
      }
    });

    it('ACC-080 ACC-082 accepts a link once, with all others of the account, and not after 30 minutes', async () => {
      expect(LINK_LIFETIME_MS['reset-password']).toBe(30 * 60 * 1000);
      const account = await accounts.joinVerified();
      const [first, second] = [await resetLink(account), await resetLink(account)];
      await reset(first).expect(200);
      for (const token of [first, second, 'x'.repeat(43)]) {
        await reset(token, GOOD_PASSWORD).expect(404, LINK_EXPIRED);
      }
      const expired = await resetLink(account);
      await accounts.expireLinks('reset-password');
      await reset(expired, GOOD_PASSWORD).expect(404, LINK_EXPIRED);
      await accounts.login(account.username, NEW_PASSWORD).expect(200);
    });

    it('ACC-082 looks a token up with one read of the primary key', async () => {
      await stack.dataSource.query(
        `INSERT INTO account_tokens (hash, purpose, email, expires_at)
         SELECT n::text, 'claim-email', n || '@example.org', now() + interval '1 hour' FROM generate_series(1, 2000) n`,
      );
      await stack.dataSource.query('ANALYZE account_tokens');
      const { answer, statements } = await record(() => reset('x'.repeat(43)));
      expect(answer.body).toEqual(LINK_EXPIRED);
      const [lookup, ...others] = statements;
      expect(others).toEqual([]);
      const plan = await explain(stack.dataSource, lookup!);
      expect([...plan.indexes]).toEqual(['account_tokens_pkey']);
    });

    it('ACC-082 refuses links of every other purpose', async () => {
      const account = await accounts.joinVerified();
      for (const purpose of ['verify-email', 'undo-email', 'disown-sign-in', 'unsubscribe'] as const) {
        await reset(await accounts.link(purpose, account.id, account.email)).expect(404, LINK_EXPIRED);
      }
      await reset(await accounts.link('claim-email', null, account.email)).expect(404, LINK_EXPIRED);
      expect(await accounts.isSignedIn(account)).toBe(true);
    });

    it('ACC-002 stores only the hash of a token, which does not work as one', async () => {
      const account = await accounts.joinVerified();
      const token = await resetLink(account);
      const [row] = await stack.dataSource.getRepository(AccountToken).findBy({ userId: account.id });
      expect(JSON.stringify(row)).not.toContain(token);
      await reset(Buffer.from(row!.hash, 'hex').toString('base64url')).expect(404, LINK_EXPIRED);
    });

    it('ACC-082 lets one of racing uses win, and only its password works', async () => {
      const account = await accounts.joinVerified();
      const token = await resetLink(account);
      const passwords = ['Moth&Lantern1', 'Moth&Lantern2', 'Moth&Lantern3'];
      const answers = await Promise.all(passwords.map((password) => reset(token, password)));
      expect(statusesOf(answers)).toEqual([200, 404, 404]);
      for (const [n, password] of passwords.entries()) {
        await accounts.login(account.username, password).expect(answers[n]?.status === 200 ? 200 : 401);
      }
    });

    it('ACC-080 leaves second factors as they are', async () => {
      const account = await accounts.joinVerified();
      await addPasskey(account.id, new Date());
      const { body } = await accounts.login(account.username).expect(401);
      await reset(await resetLink(account)).expect(200);
      const refused = await accounts.login(account.username, NEW_PASSWORD).expect(401);
      expect(refused.body).toMatchObject({
        code: 'second_factor_required',
        challenge: { factors: ['passkey'] },
      });
      // A sign-in that began with the old password cannot go on.
      const late = await accounts.call('post', '/login/second-factor', {
        challenge: body.challenge.id,
        recoveryCode: 'AAAA-BBBB',
      });
      expect(late.body.code).toBe('challenge_expired');
    });

    it('ACC-080 refuses the link of an erased account', async () => {
      const { user } = await makeMember(stack.dataSource);
      const token = await accounts.link('reset-password', user.id, user.email);
      await stack.dataSource.query('DELETE FROM users WHERE id = $1', [user.id]);
      await reset(token).expect(404, LINK_EXPIRED);
    });

    it('ACC-080 opens an account that guesses from its own network locked', async () => {
      const account = await accounts.joinVerified();
      const limited = await BackendUnderTest.start(stack.config({ ...MAIL_SITE, rateLimits: true }));
      const calls = new Accounts(stack, () => limited);
      try {
        for (let n = 0; n < PASSWORD_LIMITS.nameAndAddress.points; n += 1) {
          await calls.login(account.username, 'Wrong@123').expect(401);
        }
        await calls.login(account.username).expect(429);
        const form = { token: await resetLink(account), newPassword: NEW_PASSWORD };
        const { body } = await calls.call('post', '/password/reset', form).expect(200);
        const { deviceToken } = body;
        await calls.login(account.username, NEW_PASSWORD, { deviceToken }).expect(200);
      } finally {
        await limited.stop();
      }
    });
  });

  describe('disowning a sign-in by the link of its mail', () => {
    /** A verified member with a sign-in of someone else, and the link of the mail about it. */
    const invaded = async () => {
      const account = await accounts.joinVerified();
      const intruder = await accounts.newSession(account);
      const entry = (await accounts.activity(account.id)).at(-1)!;
      const token = await accounts.link('disown-sign-in', account.id, account.email, entry.id);
      return { account, intruder, entry, token };
    };

    it('ACC-081 ends all sessions, blocks the password, and mails a reset link', async () => {
      const { account, intruder, token } = await invaded();
      const client = await LiveClient.connect(backend.url, intruder);
      const before = (await accounts.mails(account.id)).length;
      await disown(token).expect(200, OK);
      for (const session of [account, intruder]) expect(await accounts.isSignedIn(session)).toBe(false);
      await waitUntil('the socket to be closed', () => client.socket.disconnected);
      client.close();
      const { deviceToken } = account;
      const blocked = await accounts.login(account.username, GOOD_PASSWORD, { deviceToken }).expect(401);
      expect(blocked.body.code).toBe('invalid_credentials');
      const mails = (await accounts.mails(account.id)).slice(before);
      expect(mails).toContain(`reset-password:${account.id}`);
      expect(await accounts.kinds(account.id)).toContain('sign_in_disowned');

      await reset(await resetLink(account)).expect(200);
      await accounts.login(account.username, NEW_PASSWORD).expect(200);
    });

    it('ACC-081 ACC-046 repeats after a deadlock, also in a session', async () => {
      await stack.dataSource.query(
        `CREATE SEQUENCE disowned;
         CREATE FUNCTION fail_first() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
           IF nextval('disowned') % 2 = 1 THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END IF;
           RETURN NEW; END $$;
         CREATE TRIGGER fail_first BEFORE INSERT ON account_activity FOR EACH ROW
           WHEN (NEW.kind = 'sign_in_disowned') EXECUTE FUNCTION fail_first()`,
      );
      try {
        const { account, entry } = await invaded();
        await accounts.callAs(account, 'post', `/activity/${entry.id}/disown`).expect(200, OK);
        await disown((await invaded()).token).expect(200, OK);
      } finally {
        await stack.dataSource.query('DROP FUNCTION fail_first CASCADE; DROP SEQUENCE disowned');
      }
    });

    it('ACC-081 removes the factors that were added since, and keeps the earlier ones', async () => {
      const { account, entry, token } = await invaded();
      await addPasskey(account.id, new Date(entry.createdAt.getTime() - 1));
      await addPasskey(account.id, new Date());
      await stack.dataSource.query(
        `INSERT INTO recovery_codes (id, user_id, hash)
         VALUES (uuidv7('-1 hour'), $1, 'earlier'), (uuidv7(), $1, 'since')`,
        [account.id],
      );
      await disown(token).expect(200);
      expect(await countPasskeys(account.id)).toBe(1);
      expect(
        await stack.dataSource.query('SELECT hash FROM recovery_codes WHERE user_id = $1', [account.id]),
      ).toEqual([{ hash: 'earlier' }]);
    });

    it('ACC-191 removes factors since the earliest unanswered sign-in, by a reset too', async () => {
      for (const end of ['reset', 'disown'] as const) {
        const { account, entry } = await invaded();
        await addPasskey(account.id, new Date(entry.createdAt.getTime() - 1));
        await addPasskey(account.id, new Date());
        // A later sign-in with the added factor does not move the time.
        await stack.dataSource.query(
          `INSERT INTO account_activity (user_id, kind, detail) VALUES ($1, 'signed_in_new_device', 'passkey')`,
          [account.id],
        );
        const { id: later } = (await accounts.activity(account.id)).at(-1)!;
        const disownLater = await accounts.link('disown-sign-in', account.id, account.email, later);
        if (end === 'reset') await reset(await resetLink(account)).expect(200);
        else await disown(disownLater).expect(200);
        expect(await countPasskeys(account.id)).toBe(1);
      }
    });

    it('ACC-191 keeps factors after a sign-in that was answered, used a factor, or is older than its link', async () => {
      const answered = await invaded();
      await accounts.call('post', '/sign-in/confirm', { token: answered.token }).expect(200, OK);
      expect(await accounts.kinds(answered.account.id)).toContain('sign_in_confirmed');
      await disown(answered.token).expect(404, LINK_EXPIRED);
      const proven = await invaded();
      const old = await invaded();
      const change = async (id: string, changes: Partial<AccountActivity>) =>
        stack.dataSource.getRepository(AccountActivity).update({ id }, changes);
      await change(proven.entry.id, { detail: 'totp' });
      await change(old.entry.id, {
        createdAt: new Date(Date.now() - LINK_LIFETIME_MS['disown-sign-in'] - 1000),
      });
      for (const { account } of [answered, proven, old]) {
        await addPasskey(account.id, new Date());
        await reset(await resetLink(account)).expect(200);
        expect(await countPasskeys(account.id)).toBe(1);
      }
    });

    it('ACC-081 ACC-082 works once, for its purpose, and not after a change of the password', async () => {
      const { account, entry, token } = await invaded();
      const others = ['reset-password', 'verify-email', 'undo-email'] as const;
      for (const purpose of others) {
        const link = await accounts.link(purpose, account.id, account.email, entry.id);
        await disown(link).expect(404, LINK_EXPIRED);
      }
      const form = { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD };
      await accounts.callAs(account, 'patch', '/password', form).expect(200);
      await disown(token).expect(404, LINK_EXPIRED);
      expect(await accounts.isSignedIn(account)).toBe(true);

      const racing = await invaded();
      const answers = await Promise.all([1, 2, 3].map(() => disown(racing.token)));
      expect(statusesOf(answers)).toEqual([200, 404, 404]);
    });

    it('ACC-081 ends unfinished sign-ins of the intruder', async () => {
      const { account, entry, token } = await invaded();
      await addPasskey(account.id, new Date(entry.createdAt.getTime() - 1));
      const { body } = await accounts.login(account.username).expect(401);
      await disown(token).expect(200);
      const late = await accounts.call('post', '/login/second-factor', {
        challenge: body.challenge.id,
        recoveryCode: 'AAAA-BBBB',
      });
      expect(late.body.code).toBe('challenge_expired');
    });
  });
});
