import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNT_MESSAGES, LINK_MESSAGES, MESSAGES, SECURITY_MESSAGES } from '@oniverse/contracts';
import { AccountToken, EmailChange } from '@oniverse/data';
import { GOOD_PASSWORD, LiveClient, registration, TestStack, uniqueName, waitUntil } from '@oniverse/testing';
import { type Account, Accounts, MAIL_SITE, statusesOf } from '../../testing/accounts.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { recordStatements } from '../../testing/statements.js';

const NEW_PASSWORD = 'Moth&Lantern7';
const OK = { ok: true };
const LINK_EXPIRED = { statusCode: 404, code: 'link_expired', ...LINK_MESSAGES.linkExpired };
const newAddress = (): string => `${uniqueName()}@example.org`;

describe('addresses of accounts', () => {
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

  const verify = (session: { sessionId: string }, token: string) =>
    accounts.callAs(session, 'post', '/email/verify', { token });
  const change = (session: { sessionId: string }, email: unknown) =>
    accounts.callAs(session, 'put', '/email', { email });
  const claim = (email: string) => accounts.call('post', '/email-claims', { email });
  const undo = (token: string) => accounts.call('post', '/email/undo', { token });
  const changesOf = (userId: string) =>
    stack.dataSource.getRepository(EmailChange).find({ where: { userId }, order: { id: 'ASC' } });
  const changeOf = async (userId: string): Promise<EmailChange> => (await changesOf(userId)).at(-1)!;
  /** Runs a call on a backend with rate limits. */
  const withLimits = async (use: (limited: Accounts) => Promise<void>): Promise<void> => {
    const limited = await BackendUnderTest.start(stack.config({ ...MAIL_SITE, rateLimits: true }));
    try {
      await use(new Accounts(stack, () => limited));
    } finally {
      await limited.stop();
    }
  };
  const withoutMail = async (use: (silent: Accounts) => Promise<void>): Promise<void> => {
    const silent = await BackendUnderTest.start(stack.config());
    try {
      await use(new Accounts(stack, () => silent));
    } finally {
      await silent.stop();
    }
  };

  describe('verification', () => {
    it('ACC-070 mails a link at the registration, which verifies the address', async () => {
      const account = await accounts.join();
      expect(await accounts.mails(account.id)).toContain(`verify-email:${account.id}`);
      expect(await accounts.user(account.id)).toMatchObject({ emailVerifiedAt: null, recoveryEmail: null });
      const token = await accounts.link('verify-email', account.id, account.email);
      await verify(account, token).expect(200, OK);
      const { emailVerifiedAt, recoveryEmail } = await accounts.user(account.id);
      expect(emailVerifiedAt).toBeInstanceOf(Date);
      expect(recoveryEmail).toBe(account.email);
      const entry = (await accounts.activity(account.id)).at(-1);
      expect(entry).toMatchObject({
        kind: 'email_verified',
        detail: `${account.email[0]}…@example.org`,
      });
      const { body } = await accounts.callAs(account, 'get', '/me').expect(200);
      expect(body.emailVerifiedAt).toBe(emailVerifiedAt?.toISOString());
    });

    it('ACC-070 works only in a session of the account that asked for the link, and stays usable', async () => {
      const account = await accounts.join();
      const stranger = await accounts.join();
      const token = await accounts.link('verify-email', account.id, account.email);
      await accounts.call('post', '/email/verify', { token }).expect(401);
      const refused = await verify(stranger, token).expect(403);
      expect(refused.body).toEqual({
        statusCode: 403,
        code: 'forbidden',
        ...LINK_MESSAGES.linkOfOtherAccount,
      });
      expect((await accounts.user(stranger.id)).emailVerifiedAt).toBeNull();
      await verify(account, token).expect(200, OK);
    });

    it('ACC-070 refuses a used, an expired and an unknown link, and one for a former address', async () => {
      const account = await accounts.join();
      const first = await accounts.link('verify-email', account.id, account.email);
      const second = await accounts.link('verify-email', account.id, account.email);
      await verify(account, first).expect(200);
      // A link that was used takes the others of its account with it.
      for (const token of [first, second, 'x'.repeat(43)])
        await verify(account, token).expect(404, LINK_EXPIRED);

      await change(account, newAddress()).expect(200);
      const former = await accounts.link('verify-email', account.id, account.email);
      await verify(account, former).expect(404, LINK_EXPIRED);
      const { email } = await accounts.user(account.id);
      const expired = await accounts.link('verify-email', account.id, email);
      await accounts.expireLinks('verify-email');
      await verify(account, expired).expect(404, LINK_EXPIRED);
      expect((await accounts.user(account.id)).emailVerifiedAt).toBeNull();
    });

    it('ACC-082 refuses the links of every other purpose, and text that is no token', async () => {
      const account = await accounts.join();
      for (const purpose of ['reset-password', 'undo-email', 'disown-sign-in', 'unsubscribe'] as const) {
        const token = await accounts.link(purpose, account.id, account.email);
        await verify(account, token).expect(404, LINK_EXPIRED);
      }
      const claimed = await accounts.link('claim-email', null, account.email);
      await verify(account, claimed).expect(404, LINK_EXPIRED);
      for (const token of ['', 'short', `${'x'.repeat(42)}\0`, 7, null, {}]) {
        await accounts.callAs(account, 'post', '/email/verify', { token }).expect(400);
      }
    });

    it('ACC-082 lets one of racing verifications with one link win', async () => {
      const account = await accounts.join();
      const token = await accounts.link('verify-email', account.id, account.email);
      const answers = await Promise.all(Array.from({ length: 6 }, () => verify(account, token)));
      expect(statusesOf(answers)).toEqual([200, 404, 404, 404, 404, 404]);
      const kinds = await accounts.kinds(account.id);
      expect(kinds.filter((kind) => kind === 'email_verified')).toHaveLength(1);
    });

    it('ACC-071 takes the right to reset by the address from an account that verified it before', async () => {
      const former = await accounts.joinVerified();
      await change(former, newAddress()).expect(200);
      expect((await accounts.user(former.id)).recoveryEmail).toBe(former.email);
      const owner = await accounts.join({ email: former.email });
      const token = await accounts.link('verify-email', owner.id, owner.email);
      await verify(owner, token).expect(200);
      expect((await accounts.user(owner.id)).recoveryEmail).toBe(former.email);
      expect((await accounts.user(former.id)).recoveryEmail).toBeNull();
      expect(await accounts.kinds(former.id)).toContain('email_lost');
    });

    it('ACC-070 ACC-078 gives one address to one of racing owners without a server error', async () => {
      for (let round = 0; round < 4; round += 1) {
        const former = await accounts.joinVerified();
        const address = former.email;
        await change(former, newAddress()).expect(200);
        const holder = await accounts.join({ email: address });
        const undoToken = await accounts.link(
          'undo-email',
          former.id,
          address,
          (await changeOf(former.id)).id,
        );
        const proof = await accounts.link('verify-email', holder.id, address);
        const claimToken = await accounts.link('claim-email', null, address);
        const form = registration({ email: address, claimToken });
        const answers = await Promise.all([
          verify(holder, proof),
          undo(undoToken),
          accounts.call('post', '/register', form),
        ]);
        for (const { status } of answers) expect(status).toBeLessThan(500);
        // Whatever the order, one account has the address, verified it, and receives its reset links.
        const rows: { email: string; is_verified: boolean }[] = await stack.dataSource.query(
          `SELECT email, email_verified_at IS NOT NULL AS is_verified FROM users WHERE recovery_email = $1`,
          [address],
        );
        expect(rows).toEqual([{ email: address, is_verified: true }]);
      }
    });

    it('ACC-072 mails the link again, up to four times an hour', async () => {
      const account = await accounts.join();
      const before = (await accounts.mails(account.id)).length;
      await accounts.callAs(account, 'post', '/email/verification').expect(202, OK);
      const mails = await accounts.mails(account.id);
      expect(mails.slice(before)).toEqual([`verify-email:${account.id}`]);
      await accounts.call('post', '/email/verification').expect(401);
      await withLimits(async (limited) => {
        for (let times = 0; times < 4; times += 1) {
          await limited.callAs(account, 'post', '/email/verification').expect(202);
        }
        const refused = await limited.callAs(account, 'post', '/email/verification').expect(429);
        expect(refused.body.code).toBe('rate_limited');
      });
      expect(await accounts.mails(account.id)).toHaveLength(mails.length + 4);
    });

    it('ACC-001 ACC-072 says that the site cannot mail, and enqueues nothing', async () => {
      const account = await accounts.join();
      const before = await accounts.mails();
      await withoutMail(async (silent) => {
        const refused = [
          await silent.callAs(account, 'post', '/email/verification'),
          await silent.call('post', '/email-claims', { email: account.email }),
          await silent.call('post', '/password/reset-requests', { email: account.email }),
        ];
        for (const { body } of refused) {
          expect(body).toMatchObject({ code: 'mail_unavailable', ...MESSAGES.mailUnavailable });
        }
        await silent.join();
        await silent.callAs(account, 'put', '/email', { email: newAddress() }).expect(200);
      });
      expect(await accounts.mails()).toEqual(before);
    });
  });

  describe('claims', () => {
    it('ACC-073 answers the same after the same statements for known and unknown addresses, and enqueues one mail for each', async () => {
      const unverified = await accounts.join();
      const verified = await accounts.joinVerified();
      const answers: unknown[] = [];
      const before = (await accounts.mails()).length;
      for (const email of [unverified.email, verified.email, newAddress()]) {
        const { answer, statements } = await recordStatements(backend.app, () => claim(email));
        const { status, body, headers } = answer;
        const { date: _, 'x-request-id': __, ...rest } = headers;
        answers.push({ status, body, rest, statements: statements.map(({ sql }) => sql) });
      }
      expect(answers[0]).toMatchObject({
        status: 202,
        body: OK,
        statements: expect.arrayContaining(['COMMIT']),
      });
      expect(answers.slice(1)).toEqual([answers[0], answers[0]]);
      const mails = (await accounts.mails()).slice(before);
      expect(mails).toEqual([
        `claim-email:${unverified.id}`,
        `claim-email:${verified.id}`,
        expect.stringMatching(/^claim-email:[0-9a-f-]{36}$/),
      ]);
      await accounts.call('post', '/email-claims', { email: 'no address' }).expect(400);
    });

    it('ACC-073 silently drops more than three mails an hour to one address, by the same work', async () => {
      const account = await accounts.join();
      await withLimits(async (limited) => {
        const { email } = account;
        const before = (await accounts.mails()).length;
        // Upper and lower case are one address.
        for (const given of [email, email.toUpperCase(), email, email, email.toUpperCase()]) {
          await limited.call('post', '/email-claims', { email: given }).expect(202, OK);
        }
        const mails = (await accounts.mails()).slice(before);
        expect(mails).toHaveLength(5);
        expect(mails.filter((mail) => mail === `claim-email:${account.id}`)).toHaveLength(3);
      });
    });

    it('ACC-073 ACC-213 leaves an unverified member a verification and a reset that strangers cannot use up', async () => {
      const account = await accounts.join();
      await withLimits(async (limited) => {
        const { email } = account;
        for (let n = 0; n < 4; n += 1) await limited.call('post', '/email-claims', { email }).expect(202);
        const before = (await accounts.mails(account.id)).length;
        await limited.callAs(account, 'post', '/email/verification').expect(202);
        for (const _ of [1, 2]) await limited.call('post', '/password/reset-requests', { email }).expect(202);
        await limited.callAs(account, 'post', '/email/verification').expect(429);
        const mails = (await accounts.mails(account.id)).slice(before);
        expect(mails).toEqual([`verify-email:${account.id}`, `reset-password:${account.id}`]);
      });
    });

    it('ACC-073 counts all mails to a typed address together, from all senders', async () => {
      await withLimits(async (limited) => {
        const email = newAddress();
        const account = await limited.join();
        const other = await limited.join();
        await limited.callAs(account, 'put', '/email', { email }).expect(200);
        await limited.callAs(account, 'post', '/email/verification').expect(202);
        await limited.call('post', '/email-claims', { email }).expect(202);
        await limited.callAs(account, 'put', '/email', { email: newAddress() }).expect(200);
        const before = (await accounts.mails()).length;
        await limited.callAs(other, 'put', '/email', { email }).expect(200);
        await limited.call('post', '/email-claims', { email }).expect(202);
        await limited.callAs(other, 'put', '/email', { email: newAddress() }).expect(200);
        const { id } = await limited.join({ email });
        const mails = (await accounts.mails()).slice(before);
        expect(mails.filter((mail) => mail.includes(other.id))).toEqual([`verify-email:${other.id}`]);
        expect(mails.filter((mail) => mail.includes(id))).toEqual([]);
      });
    });

    it('ACC-213 counts resets at a proven address by themselves', async () => {
      const account = await accounts.joinVerified();
      await withLimits(async (limited) => {
        const { email } = account;
        for (let n = 0; n < 3; n += 1) await limited.call('post', '/email-claims', { email }).expect(202);
        const before = (await accounts.mails()).length;
        await limited.call('post', '/password/reset-requests', { email }).expect(202, OK);
        expect((await accounts.mails()).slice(before)).toEqual([`reset-password:${account.id}`]);
      });
    });

    it('ACC-073 limits the mails that one client asks for', async () => {
      await withLimits(async (limited) => {
        const statuses = new Set<number>();
        for (let n = 0; n < 21; n += 1) {
          statuses.add((await limited.call('post', '/email-claims', { email: newAddress() })).status);
        }
        expect([...statuses]).toEqual([202, 429]);
      });
    });

    it('ACC-074 takes the address from an account that did not verify it, which keeps all else', async () => {
      const holder = await accounts.join();
      const pages = await LiveClient.connect(backend.url, { sessionId: holder.sessionId });
      const verification = await accounts.link('verify-email', holder.id, holder.email);
      const claimToken = await accounts.link('claim-email', null, holder.email);
      const owner = await accounts.join({ email: holder.email.toUpperCase(), claimToken });
      expect(owner.email).toBe(holder.email);
      expect(await accounts.user(owner.id)).toMatchObject({
        email: holder.email,
        emailVerifiedAt: expect.any(Date),
        recoveryEmail: holder.email,
      });
      // It is verified, so there is nothing to mail.
      expect(await accounts.mails(owner.id)).toEqual([]);

      await waitUntil(
        'the event on the pages of the holder',
        () => pages.payloads('account:changed').length > 0,
      );
      pages.close();
      expect(await accounts.user(holder.id)).toMatchObject({ email: null, emailVerifiedAt: null });
      expect(await accounts.kinds(holder.id)).toContain('email_lost');
      await verify(holder, verification).expect(404, LINK_EXPIRED);
      const again = await accounts.newSession(holder);
      const { body } = await accounts.callAs(again, 'get', '/me').expect(200);
      expect(body).toMatchObject({ id: holder.id, email: null, emailVerifiedAt: null });
      const exported = await backend.api.post('/api/users/me/export').set(...bearer(again.sessionId));
      expect(exported.status).toBeLessThan(300);
      await change(again, newAddress()).expect(200);
      await accounts.update(holder.id, { email: null });
      await backend.api
        .delete('/api/users/me')
        .set(...bearer(again.sessionId))
        .send({ password: GOOD_PASSWORD })
        .expect(200);
      expect(await accounts.isSignedIn(owner)).toBe(true);
    });

    it('API-010 ACC-075 answers 409 without a claim, and with one of an address that is verified', async () => {
      const unverified = await accounts.join();
      const verified = await accounts.joinVerified();
      const taken = { statusCode: 409, code: 'email_taken', ...ACCOUNT_MESSAGES.emailTaken };
      for (const { email } of [unverified, verified]) {
        await accounts.call('post', '/register', registration({ email })).expect(409, taken);
      }
      const claimToken = await accounts.link('claim-email', null, verified.email);
      const form = registration({ email: verified.email, claimToken });
      await accounts.call('post', '/register', form).expect(409, taken);
      expect((await accounts.user(verified.id)).email).toBe(verified.email);
    });

    it('ACC-075 takes only the address of its link, and only once', async () => {
      const holder = await accounts.join();
      const other = await accounts.join();
      const claimToken = await accounts.link('claim-email', null, holder.email);
      for (const email of [other.email, newAddress()]) {
        const refused = await accounts
          .call('post', '/register', registration({ email, claimToken }))
          .expect(400);
        expect(refused.body).toMatchObject({
          code: 'validation_failed',
          fields: { email: LINK_MESSAGES.linkOfOtherAddress.message },
        });
      }
      const owner = await accounts.join({ email: holder.email, claimToken });
      const again = registration({ email: holder.email, claimToken });
      await accounts.call('post', '/register', again).expect(404, LINK_EXPIRED);
      const fresh = registration({ claimToken: await accounts.link('verify-email', owner.id, owner.email) });
      await accounts.call('post', '/register', { ...fresh, email: owner.email }).expect(404, LINK_EXPIRED);
      const expired = await accounts.link('claim-email', null, other.email);
      await accounts.expireLinks('claim-email');
      const late = registration({ email: other.email, claimToken: expired });
      await accounts.call('post', '/register', late).expect(404, LINK_EXPIRED);
      expect((await accounts.user(other.id)).email).toBe(other.email);
    });

    it('ACC-075 ACC-082 gives the address to one of racing registrations', async () => {
      const holder = await accounts.join();
      const claimToken = await accounts.link('claim-email', null, holder.email);
      const answers = await Promise.all(
        Array.from({ length: 4 }, () =>
          accounts.call('post', '/register', registration({ email: holder.email, claimToken })),
        ),
      );
      const statuses = statusesOf(answers);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      for (const status of statuses) expect([201, 404, 409]).toContain(status);
    });

    it('ACC-075 keeps a claim usable when the registration fails for another reason', async () => {
      const holder = await accounts.join();
      const claimToken = await accounts.link('claim-email', null, holder.email);
      const taken = registration({ email: holder.email, claimToken, username: holder.username });
      expect((await accounts.call('post', '/register', taken)).body.code).toBe('username_taken');
      expect((await accounts.user(holder.id)).email).toBe(holder.email);
      await accounts.join({ email: holder.email, claimToken });
    });
  });

  describe('changes', () => {
    it('ACC-076 ACC-003 takes effect at once, unverified; reset links stay at the verified address', async () => {
      const account = await accounts.joinVerified();
      const email = newAddress();
      const older = await accounts.link('verify-email', account.id, account.email);
      const before = (await accounts.mails(account.id)).length;
      await change(account, email.toUpperCase()).expect(200, OK);
      expect(await accounts.user(account.id)).toMatchObject({
        email,
        emailVerifiedAt: null,
        recoveryEmail: account.email,
      });
      const [row, ...others] = await changesOf(account.id);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ previousEmail: account.email });
      expect((await accounts.mails(account.id)).slice(before)).toEqual([
        `email-changed:${account.id}:${row!.id}`,
        `verify-email:${account.id}`,
      ]);
      expect((await accounts.activity(account.id)).at(-1)).toMatchObject({
        kind: 'email_changed',
        detail: `${email[0]}…@example.org`,
      });
      await verify(account, older).expect(404, LINK_EXPIRED);
    });

    it('ACC-076 refuses the address of another account, the present one and none', async () => {
      const account = await accounts.join();
      const other = await accounts.join();
      const taken = await change(account, other.email.toUpperCase()).expect(409);
      expect(taken.body).toEqual({ statusCode: 409, code: 'email_taken', ...ACCOUNT_MESSAGES.emailTaken });
      const same = await change(account, account.email.toUpperCase()).expect(400);
      expect(same.body.fields).toEqual({ email: SECURITY_MESSAGES.sameEmail.message });
      for (const email of ['', 'no address', 'a@b', `${'x'.repeat(65)}@example.org`, 7]) {
        await change(account, email).expect(400);
      }
      await accounts.call('put', '/email', { email: newAddress() }).expect(401);
      expect(await changesOf(account.id)).toEqual([]);
    });

    it('ACC-076 gives an address to one of two accounts that take it at once', async () => {
      const contenders = [await accounts.join(), await accounts.join()];
      const email = newAddress();
      const answers = await Promise.all(contenders.map((contender) => change(contender, email)));
      expect(statusesOf(answers)).toEqual([200, 409]);
    });

    it('ACC-076 happens up to five times a day', async () => {
      const account = await accounts.join();
      await withLimits(async (limited) => {
        const statuses: number[] = [];
        for (let n = 0; n < 6; n += 1) {
          const { status } = await limited.callAs(account, 'put', '/email', { email: newAddress() });
          statuses.push(status);
        }
        expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      });
    });
  });

  describe('undoing a change', () => {
    /** A member who verified an address and changed it. */
    const changed = async (): Promise<Account & { changeId: string; present: string }> => {
      const account = await accounts.joinVerified();
      const present = newAddress();
      await change(account, present).expect(200);
      return { ...account, present, changeId: (await changeOf(account.id)).id };
    };

    it('ACC-077 expires after seven days', async () => {
      const account = await changed();
      await stack.dataSource.query(
        `UPDATE email_changes SET created_at = now() - interval '7 days 1 second' WHERE user_id = $1`,
        [account.id],
      );
      const token = await accounts.link('undo-email', account.id, account.email, account.changeId);
      await undo(token).expect(404, LINK_EXPIRED);
      expect((await accounts.user(account.id)).email).toBe(account.present);
    });

    it('ACC-077 undoes all later changes too', async () => {
      const account = await accounts.joinVerified();
      for (const email of [newAddress(), newAddress(), newAddress()])
        await change(account, email).expect(200);
      // The later addresses were not verified, so that their readers cannot undo anything.
      const [first, ...others] = await changesOf(account.id);
      expect(others).toEqual([]);
      await undo(await accounts.link('undo-email', account.id, account.email, first!.id)).expect(200);
      expect(await accounts.user(account.id)).toMatchObject({
        email: account.email,
        recoveryEmail: account.email,
      });
      expect(await changesOf(account.id)).toEqual([]);
    });

    it('ACC-077 gives no link to a typing error of the registration', async () => {
      const account = await accounts.join();
      const before = (await accounts.mails(account.id)).length;
      await change(account, newAddress()).expect(200);
      expect(await changesOf(account.id)).toEqual([]);
      expect((await accounts.mails(account.id)).slice(before)).toEqual([`verify-email:${account.id}`]);
      // A link that an earlier release mailed does not work either.
      const { id: userId, email: previousEmail } = account;
      const { id } = await stack.dataSource.getRepository(EmailChange).save({ userId, previousEmail });
      await undo(await accounts.link('undo-email', userId, previousEmail, id)).expect(404, LINK_EXPIRED);
      expect(await accounts.isSignedIn(account)).toBe(true);
    });

    it('ACC-077 does not let a thief undo the way back from a verified address of theirs', async () => {
      const account = await accounts.joinVerified();
      const thiefs = newAddress();
      await change(account, thiefs).expect(200);
      const away = await changeOf(account.id);
      await verify(account, await accounts.link('verify-email', account.id, thiefs)).expect(200);
      await change(account, account.email).expect(200);
      const first = await accounts.link('undo-email', account.id, account.email, away.id);
      const back = await changeOf(account.id);
      expect(back.previousEmail).toBe(thiefs);
      const token = await accounts.link('undo-email', account.id, thiefs, back.id);
      await verify(account, await accounts.link('verify-email', account.id, account.email)).expect(200);
      // The verification of another address ended the first link permanently.
      for (const link of [token, first]) await undo(link).expect(404, LINK_EXPIRED);
      expect((await accounts.user(account.id)).email).toBe(account.email);
    });

    it('ACC-077 does not take an account from the owner of its address, who claimed it by a reset', async () => {
      const former = newAddress();
      const account = await accounts.join({ email: former });
      const owners = newAddress();
      await change(account, owners).expect(200);
      const { id } = await stack.dataSource
        .getRepository(EmailChange)
        .save({ userId: account.id, previousEmail: former });
      const token = await accounts.link('undo-email', account.id, former, id);
      const reset = await accounts.link('reset-password', account.id, owners);
      await accounts.call('post', '/password/reset', { token: reset, newPassword: NEW_PASSWORD }).expect(200);
      await undo(token).expect(404, LINK_EXPIRED);
      expect(await accounts.user(account.id)).toMatchObject({ email: owners, recoveryEmail: owners });
      await accounts.login(account.username, NEW_PASSWORD).expect(200);
    });

    it('ACC-078 ends all sessions, blocks the password, and mails a reset link', async () => {
      const account = await accounts.joinVerified();
      const other = await accounts.newSession(account);
      const clients = [
        await LiveClient.connect(backend.url, account),
        await LiveClient.connect(backend.url, other),
      ];
      await change(account, newAddress()).expect(200);
      const [first] = await changesOf(account.id);
      const reset = await accounts.link('reset-password', account.id, account.email);
      const token = await accounts.link('undo-email', account.id, account.email, first!.id);
      const before = (await accounts.mails(account.id)).length;
      await undo(token).expect(200, OK);

      expect(await accounts.user(account.id)).toMatchObject({
        email: account.email,
        emailVerifiedAt: expect.any(Date),
        recoveryEmail: account.email,
      });
      expect(await changesOf(account.id)).toEqual([]);
      for (const session of [account, other]) expect(await accounts.isSignedIn(session)).toBe(false);
      for (const client of clients) {
        await waitUntil('the socket to be closed', () => client.socket.disconnected);
        client.close();
      }
      await accounts.login(account.username).expect(401);
      expect((await accounts.mails(account.id)).slice(before)).toContain(`reset-password:${account.id}`);
      expect(await accounts.kinds(account.id)).toContain('email_change_undone');
      const form = { token: reset, newPassword: NEW_PASSWORD };
      await accounts.call('post', '/password/reset', form).expect(404, LINK_EXPIRED);
      await undo(token).expect(404, LINK_EXPIRED);
    });

    it('ACC-078 takes the address back from an account that did not verify it', async () => {
      const account = await accounts.joinVerified();
      await change(account, newAddress()).expect(200);
      const squatter = await accounts.join({ email: account.email });
      const token = await accounts.link(
        'undo-email',
        account.id,
        account.email,
        (await changeOf(account.id)).id,
      );
      await undo(token).expect(200);
      expect(await accounts.user(account.id)).toMatchObject({
        email: account.email,
        recoveryEmail: account.email,
      });
      expect((await accounts.user(squatter.id)).email).toBeNull();
    });

    it('ACC-078 leaves the address to an account that has verified it since', async () => {
      const account = await changed();
      const token = await accounts.link('undo-email', account.id, account.email, account.changeId);
      const owner = await accounts.join({ email: account.email });
      await verify(owner, await accounts.link('verify-email', owner.id, owner.email)).expect(200);
      await undo(token).expect(404, LINK_EXPIRED);
      expect((await accounts.user(owner.id)).email).toBe(account.email);
      expect((await accounts.user(account.id)).email).toBe(account.present);
      expect(await accounts.isSignedIn(account)).toBe(true);
    });

    it('ACC-078 removes factors added since, also before the change, but none with an older proof', async () => {
      const account = await changed();
      const { id: userId, email } = account;
      const own = randomUUID();
      const thiefs = randomUUID();
      const intruders = randomUUID();
      /** Records an entry of a session, as the calls do, some minutes after the change. */
      const record = async (kind: string, sessionId: string, minutes: number, detail: string | null = null) =>
        stack.dataSource.query(
          `INSERT INTO account_activity (user_id, kind, session_id, detail, created_at)
           SELECT $1, $2, $3, $4, created_at + $5 * interval '1 minute' FROM email_changes WHERE user_id = $1`,
          [userId, kind, sessionId, detail, minutes],
        );
      const addPasskey = async (name: string, sessionId: string, minutes: number) => {
        await record('passkey_added', sessionId, minutes, name);
        await stack.dataSource.query(
          `INSERT INTO passkeys (user_id, credential_id, public_key, name, created_at)
           SELECT $1, gen_random_uuid(), 'key', $2, created_at + $3 * interval '1 minute'
             FROM email_changes WHERE user_id = $1`,
          [userId, name, minutes],
        );
      };
      await addPasskey('older', own, -60);
      await record('reauthenticated', own, -40, 'passkey');
      await record('signed_in_new_device', intruders, -30);
      await addPasskey('of the intruder, before the change', intruders, -20);
      await addPasskey('proven by the older one', own, 2);
      await addPasskey('unproven', thiefs, 3);
      await record('signed_in', thiefs, 4, 'passkey');
      await addPasskey('proven by the unproven one', thiefs, 5);
      const reset = randomUUID();
      await record('password_reset', reset, 6);
      await record('signed_in_new_device', reset, 7);
      await addPasskey('proven by the address', reset, 8);
      await undo(await accounts.link('undo-email', userId, email, account.changeId)).expect(200);
      const left: { name: string }[] = await stack.dataSource.query(
        'SELECT name FROM passkeys WHERE user_id = $1 ORDER BY created_at',
        [userId],
      );
      expect(left.map(({ name }) => name)).toEqual([
        'older',
        'proven by the older one',
        'proven by the address',
      ]);
    });

    it('ACC-082 refuses other purposes, expired links and all but one of racing uses', async () => {
      const account = await changed();
      for (const purpose of ['verify-email', 'reset-password'] as const) {
        const token = await accounts.link(purpose, account.id, account.email, account.changeId);
        await undo(token).expect(404, LINK_EXPIRED);
      }
      const expired = await accounts.link('undo-email', account.id, account.email, account.changeId);
      await accounts.expireLinks('undo-email');
      await undo(expired).expect(404, LINK_EXPIRED);
      const token = await accounts.link('undo-email', account.id, account.email, account.changeId);
      const answers = await Promise.all(Array.from({ length: 4 }, () => undo(token)));
      expect(statusesOf(answers)).toEqual([200, 404, 404, 404]);
    });

    it('ACC-082 describes a link without using it up', async () => {
      const account = await changed();
      const token = await accounts.link('undo-email', account.id, account.email, account.changeId);
      const check = (purpose: string) => accounts.call('post', '/links/check', { purpose, token });
      for (let times = 0; times < 2; times += 1) {
        expect((await check('undo-email').expect(200)).body).toEqual({
          purpose: 'undo-email',
          username: account.username,
          email: account.email,
          expiresAt: expect.any(String),
        });
      }
      await check('reset-password').expect(404, LINK_EXPIRED);
      await check('nonsense').expect(400);
      expect(await stack.dataSource.getRepository(AccountToken).countBy({ userId: account.id })).toBe(1);
    });
  });
});
