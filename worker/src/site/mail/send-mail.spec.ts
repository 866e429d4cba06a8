import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  AccountActivity,
  AccountToken,
  Attachment,
  EmailChange,
  enqueueOutbox,
  hashLinkToken,
  type MailCause,
  mailEntry,
  Measure,
  Message,
  newObjectPath,
  Notification,
  NotificationSettings,
  OutboxRow,
  RegistrationInvite,
  StoredObject,
  storeSiteSetting,
  User,
  WaitlistEntry,
} from '@oniverse/data';
import { type RunningInbox, startInbox } from '@oniverse/embedded';
import { createLogger, Metrics, RateLimits } from '@oniverse/platform';
import { makeConnection, makeMember, makeServer, readMails, TestStack } from '@oniverse/testing';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { MailRepository } from './mail.repository.js';
import { MailSender } from './mail-sender.js';
import { SendMail } from './send-mail.js';

const ORIGIN = 'https://oniverse.example';
const FROM = 'Oniverse <oni@oniverse.example>';

describe('SendMail', () => {
  let stack: TestStack;
  let dir: string;
  let inbox: RunningInbox;
  let logged: string;
  const senders: MailSender[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'oniverse-mail-'));
    inbox = await startInbox({ dir, port: 0 });
    logged = '';
  });

  afterEach(async () => {
    for (const sender of senders.splice(0)) sender.onApplicationShutdown();
    await inbox.stop();
    await rm(dir, { recursive: true });
  });

  afterAll(async () => {
    await stack.stop();
  });

  /** Runs an SMTP server of its own, with these answers. */
  const withServer = async (
    hooks: SMTPServerOptions,
    use: (url: string, port: number) => Promise<void>,
  ): Promise<void> => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
      ...hooks,
    });
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const address = listening.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    try {
      await use(`smtp://127.0.0.1:${port}`, port);
    } finally {
      for (const sender of senders.splice(0)) sender.onApplicationShutdown();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  };
  const job = (smtpUrl = inbox.url, limits = new RateLimits(null)) => {
    const config = stack.config({ mail: { smtpUrl, from: FROM }, publicOrigins: [ORIGIN] });
    const logger = createLogger(
      'test',
      'debug',
      new Writable({
        write: (chunk, _encoding, done) => {
          logged += String(chunk);
          done();
        },
      }),
    );
    const sender = new MailSender(config, new Metrics(logger), logger);
    senders.push(sender);
    const repository = new MailRepository(stack.dataSource);
    return new SendMail(repository, sender, limits, config, logger);
  };
  const enqueue = async (cause: MailCause): Promise<string> => {
    const entry = mailEntry(cause);
    await enqueueOutbox(stack.dataSource.manager, [entry]);
    return entry.subject;
  };
  const send = async (cause: MailCause) => {
    await job().run(await enqueue(cause));
    return readMails(dir);
  };
  const pending = (subject: string) => stack.dataSource.getRepository(OutboxRow).countBy({ subject });
  const tokensOf = (where: { userId?: string; email?: string }) =>
    stack.dataSource.getRepository(AccountToken).findBy(where);
  const tokenOf = (link: string): string => link.split('#')[1] ?? '';
  const unverified = async () => (await makeMember(stack.dataSource)).user;
  const verified = async () => {
    const { user } = await makeMember(stack.dataSource, { emailVerifiedAt: new Date() });
    await stack.dataSource.getRepository(User).update({ id: user.id }, { recoveryEmail: user.email });
    return user;
  };

  it('ACC-002 ACC-004 mails a link that only the mail has, as text and as HTML', async () => {
    const user = await unverified();
    const [mail] = await send({ purpose: 'verify-email', userId: user.id });
    expect(mail).toMatchObject({ to: user.email, subject: 'Verify your address for Oniverse' });
    const token = tokenOf(mail!.link);
    expect(mail!.link).toBe(`${ORIGIN}/link/verify-email#${token}`);
    expect(mail!.html).toContain(`href="${mail!.link}"`);
    expect(mail!.headers.get('auto-submitted')).toBe('auto-generated');
    const [stored, ...others] = await tokensOf({ userId: user.id });
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ hash: hashLinkToken(token), purpose: 'verify-email', email: user.email });
    expect(JSON.stringify(stored)).not.toContain(token);
    const hours = (stored!.expiresAt.getTime() - stored!.createdAt.getTime()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
  });

  it('ACC-003 writes neither an address nor a token to the outbox or the log', async () => {
    const user = await unverified();
    const subject = await enqueue({ purpose: 'verify-email', userId: user.id });
    expect(subject).not.toContain('@');
    await job('smtp://127.0.0.1:1')
      .run(subject)
      .catch(() => undefined);
    await job().run(subject);
    const [mail] = await readMails(dir);
    expect(logged).not.toContain(user.email);
    expect(logged).not.toContain(tokenOf(mail!.link));
  });

  it('ACC-005 keeps a mail while the server is down, and sends it once afterwards', async () => {
    const user = await unverified();
    const subject = await enqueue({ purpose: 'verify-email', userId: user.id });
    await expect(job('smtp://127.0.0.1:1').run(subject)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await pending(subject)).toBe(1);
    expect(await tokensOf({ userId: user.id })).toEqual([]);
    await job().run(subject);
    await job().run(subject);
    expect(await readMails(dir)).toHaveLength(1);
    expect(await pending(subject)).toBe(0);
  });

  it('ACC-005 drops a mail that the server refuses permanently, and retries one that it defers', async () => {
    const user = await unverified();
    const refuse = (status: number) => (_: unknown, __: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error(`No ${user.email}`), { responseCode: status }));
    const subject = await enqueue({ purpose: 'verify-email', userId: user.id });
    // The last one refuses the sender, which the operator can change.
    for (const hooks of [{ onRcptTo: refuse(450) }, { onMailFrom: refuse(550) }]) {
      await withServer(hooks, async (url) => {
        await expect(job(url).run(subject)).rejects.toMatchObject({ code: 'unavailable' });
        expect(await pending(subject)).toBe(1);
      });
    }
    await withServer({ onRcptTo: refuse(550) }, async (url) => {
      await job(url).run(subject);
      expect(await pending(subject)).toBe(0);
      expect(logged).toContain('Mail refused by the server');
      expect(logged).not.toContain(user.email);
    });
  });

  it('ACC-014 sends no mail in plain text to another machine, and logs why', async () => {
    const user = await unverified();
    const subject = await enqueue({ purpose: 'verify-email', userId: user.id });
    let received = 0;
    const count = {
      onMailFrom: (_: unknown, __: unknown, done: () => void) => {
        received += 1;
        done();
      },
    };
    await withServer(count, async (url, port) => {
      // Reaches this machine, but is no address of the loopback.
      const foreign = `smtp://oni:secret@0.0.0.0:${port}`;
      await expect(job(foreign).run(subject)).rejects.toMatchObject({ code: 'unavailable' });
      expect(received).toBe(0);
      expect(await pending(subject)).toBe(1);
      expect(logged).toMatch(/"code":"ETLS"/);
      for (const secret of [user.email, 'secret']) expect(logged).not.toContain(secret);
      await job(`smtp://0.0.0.0:${port}?requireTLS=false`).run(subject);
      expect(received).toBe(1);
      await enqueue({ purpose: 'verify-email', userId: user.id });
      await job(url).run(subject);
      expect(received).toBe(2);
    });
  });

  it('ACC-014 encrypts mails to another machine, whose certificate must be right', async () => {
    const user = await unverified();
    const subject = await enqueue({ purpose: 'verify-email', userId: user.id });
    const secure: boolean[] = [];
    // The server warns of its built-in certificate.
    jest.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    await withServer(
      {
        disabledCommands: ['AUTH'],
        onMailFrom: (_, session, done) => {
          secure.push(session.secure);
          done();
        },
      },
      async (_, port) => {
        const url = `smtp://0.0.0.0:${port}`;
        // The certificate of the test's server is its own.
        await expect(job(url).run(subject)).rejects.toMatchObject({ code: 'unavailable' });
        expect(secure).toEqual([]);
        await job(`${url}?tls.rejectUnauthorized=false`).run(subject);
        expect(secure).toEqual([true]);
      },
    );
  });

  it('ACC-005 keeps a mail that was enqueued while the previous one was sent', async () => {
    const user = await unverified();
    const cause = { purpose: 'verify-email', userId: user.id } as const;
    const subject = await enqueue(cause);
    await withServer(
      { onRcptTo: (_, __, done) => callbackify(enqueue)(cause, (error) => done(error)) },
      async (url) => job(url).run(subject),
    );
    expect(await pending(subject)).toBe(1);
    await job().run(subject);
    expect(await pending(subject)).toBe(0);
  });

  it('ACC-013 limits the mails of an account by purpose, without counting failed attempts', async () => {
    await stack.withRedis(async (redis) => {
      const limits = new RateLimits(redis);
      const user = await verified();
      const sendLimited = async (purpose: 'reset-password' | 'claim-email', url = inbox.url) =>
        job(url, limits).run(await enqueue({ purpose, userId: user.id }));
      for (let attempt = 0; attempt < 25; attempt += 1) {
        await expect(sendLimited('reset-password', 'smtp://127.0.0.1:1')).rejects.toThrow();
      }
      for (let sent = 0; sent < 22; sent += 1) await sendLimited('reset-password');
      expect(await readMails(dir)).toHaveLength(20);
      expect(logged).toContain('Too many mails; mail dropped');
      await sendLimited('claim-email');
      expect(await readMails(dir)).toHaveLength(21);
    });
  });

  it('NXT-460 confirms an entry of the waitlist, with the reserved name and the way to the registration', async () => {
    const waitlist = stack.dataSource.getRepository(WaitlistEntry);
    const [plain, named] = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`];
    const { id } = await waitlist.save({ email: plain, source: 'landing' });
    const reserved = await waitlist.save({ email: named, oniId: 'noor_tide', source: 'landing' });
    await send({ purpose: 'waitlist', userId: randomUUID() });
    await send({ purpose: 'waitlist', userId: id });
    const mails = await send({ purpose: 'waitlist', userId: reserved.id });
    expect(mails.map(({ to }) => to)).toEqual([plain, named]);
    expect(mails[1]?.subject).toBe('Your spot on Oniverse');
    expect(mails[1]?.text).toContain(`${ORIGIN}/auth`);
    expect(mails.map(({ text }) => text.includes('noor_tide'))).toEqual([false, true]);
  });

  it('STF-054 promises no place in the confirmation of the waitlist while registration is not open', async () => {
    const { id } = await stack.dataSource
      .getRepository(WaitlistEntry)
      .save({ email: `${randomUUID()}@example.org`, source: 'landing' });
    await storeSiteSetting(stack.dataSource.manager, 'registration', 'invite');
    const [mail] = await send({ purpose: 'waitlist', userId: id });
    await storeSiteSetting(stack.dataSource.manager, 'registration', 'open');
    expect(mail!.text).toContain('We write to this address when there is a place for you.');
    expect(mail!.text).not.toContain('/auth');
  });

  it('STF-053 mails an invitation with a code that works, which only the mail has, and none that was used', async () => {
    const { id: entryId, email } = await stack.dataSource
      .getRepository(WaitlistEntry)
      .save({ email: `${randomUUID()}@example.org`, source: 'landing' });
    const invites = stack.dataSource.getRepository(RegistrationInvite);
    const expiresAt = new Date(Date.now() + 60_000);
    const { id } = await invites.save({ entryId, createdBy: null, codeHash: null, expiresAt, usedAt: null });
    const subject = await enqueue({ purpose: 'registration-invite', userId: id });
    await expect(job('smtp://127.0.0.1:1').run(subject)).rejects.toMatchObject({ code: 'unavailable' });
    await job().run(subject);
    const [mail] = await readMails(dir);
    expect(mail).toMatchObject({ to: email, subject: 'Your invitation to Oniverse' });
    const code = tokenOf(mail!.link);
    expect(mail!.link).toBe(`${ORIGIN}/auth#${code}`);
    expect((await invites.findOneByOrFail({ id })).codeHash).toBe(hashLinkToken(code));
    await invites.update({ id }, { usedAt: new Date() });
    await send({ purpose: 'registration-invite', userId: id });
    await send({ purpose: 'registration-invite', userId: randomUUID() });
    expect(await readMails(dir)).toHaveLength(1);
  });

  it('ACC-006 sends no mail that is obsolete or has no address', async () => {
    const done = await verified();
    const gone = await unverified();
    await stack.dataSource.getRepository(User).update({ id: gone.id }, { email: null });
    expect(await send({ purpose: 'verify-email', userId: done.id })).toEqual([]);
    for (const purpose of ['verify-email', 'claim-email', 'reset-password', 'digest'] as const) {
      expect(await send({ purpose, userId: gone.id })).toEqual([]);
      expect(await send({ purpose, userId: randomUUID() })).toEqual([]);
    }
    for (const purpose of ['activity', 'email-changed'] as const) {
      expect(await send({ purpose, userId: done.id, subjectId: randomUUID() })).toEqual([]);
    }
    expect(await stack.dataSource.getRepository(OutboxRow).count()).toBe(0);
  });

  it('ACC-007 offers an unverified address to its owner, and names the account of a verified one', async () => {
    const holder = await unverified();
    const [claim] = await send({ purpose: 'claim-email', userId: holder.id });
    expect(claim!.link).toMatch(/\/link\/claim-email#/);
    expect(claim!.text).not.toContain(holder.username);
    const [token] = await tokensOf({ email: holder.email });
    expect(token).toMatchObject({ purpose: 'claim-email', userId: null });

    const owner = await verified();
    const mails = await send({ purpose: 'claim-email', userId: owner.id });
    expect(mails.at(-1)).toMatchObject({ to: owner.email, link: '' });
    expect(mails.at(-1)!.text).toContain(`${ORIGIN}/auth`);
    expect(await tokensOf({ email: owner.email })).toEqual([]);
  });

  it('ACC-008 mails a reset link to the address that was verified last, else to the current one', async () => {
    const owner = await verified();
    await stack.dataSource
      .getRepository(User)
      .update({ id: owner.id }, { email: 'new@example.org', emailVerifiedAt: null });
    const [mail] = await send({ purpose: 'reset-password', userId: owner.id });
    expect(mail).toMatchObject({ to: owner.email });
    expect(mail!.link).toMatch(/\/link\/reset-password#/);

    const fresh = await unverified();
    const mails = await send({ purpose: 'reset-password', userId: fresh.id });
    expect(mails.at(-1)).toMatchObject({ to: fresh.email });
    expect(await tokensOf({ userId: fresh.id })).toMatchObject([{ email: fresh.email }]);
  });

  it('ACC-009 informs the previous address of a change, with a link to undo it and without the new address', async () => {
    const user = await verified();
    const { identifiers } = await stack.dataSource
      .getRepository(EmailChange)
      .insert({ userId: user.id, previousEmail: user.email });
    const subjectId = String(identifiers[0]?.['id']);
    await stack.dataSource.getRepository(User).update({ id: user.id }, { email: 'wanda@lund.example' });
    const [mail] = await send({ purpose: 'email-changed', userId: user.id, subjectId });
    expect(mail!.to).toBe(user.email);
    expect(mail!.text).toContain('w…@lund.example');
    expect(mail!.text + mail!.html).not.toContain('wanda@');
    expect(await tokensOf({ userId: user.id })).toMatchObject([{ purpose: 'undo-email', subjectId }]);
    // Once another address is verified, the previous one has no say.
    await stack.dataSource
      .getRepository(User)
      .update({ id: user.id }, { recoveryEmail: 'wanda@lund.example' });
    expect(await send({ purpose: 'email-changed', userId: user.id, subjectId })).toHaveLength(1);
  });

  it('ACC-010 ACC-081 mails a sign-in from a new device with a link that disowns it', async () => {
    const record = async (userId: string) => {
      const { identifiers } = await stack.dataSource.getRepository(AccountActivity).insert({
        userId,
        kind: 'signed_in_new_device',
        device: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        address: '203.0.113.0/24',
      });
      return String(identifiers[0]?.['id']);
    };
    const user = await verified();
    const subjectId = await record(user.id);
    const [mail] = await send({ purpose: 'activity', userId: user.id, subjectId });
    expect(mail!.to).toBe(user.email);
    expect(mail!.text).toContain('Browser: Firefox on Linux');
    expect(mail!.text).toContain('Network: 203.0.113.0/24');
    expect(mail!.link).toMatch(/\/link\/disown-sign-in#/);
    expect(await tokensOf({ userId: user.id })).toMatchObject([{ purpose: 'disown-sign-in', subjectId }]);
  });

  it('ACC-020 ACC-021 mails a digest of unread entries of the chosen kinds, which one request ends', async () => {
    const user = await verified();
    const actor = (await makeMember(stack.dataSource, { displayName: 'Otto <b>' })).user;
    await makeConnection(stack.dataSource, user, actor, ['saturn']);
    const settings = stack.dataSource.getRepository(NotificationSettings);
    await settings.insert({ userId: user.id, digest: 'daily', digestKinds: ['mention'] });
    const entry = { recipientId: user.id, actorId: actor.id, kind: 'link' as const, groupKey: 'link' };
    await stack.dataSource.getRepository(Notification).insert({ ...entry, cause: 'one' });
    expect(await send({ purpose: 'digest', userId: user.id })).toEqual([]);

    await settings.update({ userId: user.id }, { digestKinds: ['mention', 'link'] });
    const [mail] = await send({ purpose: 'digest', userId: user.id });
    expect(mail!.text).toContain('A new line: you and Otto <b>');
    expect(mail!.html).toContain('Otto &lt;b&gt;');
    expect(mail!.text).toContain(`${ORIGIN}/u/${actor.username}`);
    const token = tokenOf(mail!.link);
    expect(mail!.headers.get('list-unsubscribe')).toBe(`<${ORIGIN}/api/mail/unsubscribe/${token}>`);
    expect(mail!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const hash = createHash('sha256').update(token).digest('hex');
    expect(await tokensOf({ userId: user.id })).toMatchObject([{ hash, purpose: 'unsubscribe' }]);

    // The next digest has only new unread entries.
    expect(await send({ purpose: 'digest', userId: user.id })).toHaveLength(1);
    await stack.dataSource
      .getRepository(Notification)
      .insert({ ...entry, cause: 'two', groupKey: 'two', readAt: new Date() });
    expect(await send({ purpose: 'digest', userId: user.id })).toHaveLength(1);
    await stack.dataSource
      .getRepository(Notification)
      .insert({ ...entry, cause: 'three', groupKey: 'three' });
    expect(await send({ purpose: 'digest', userId: user.id })).toHaveLength(2);
  });

  it.each([
    ['warned', 'You were warned', '/settings?tab=privacy'],
    ['content_hidden', 'Something of yours was hidden', '/settings?tab=privacy'],
    ['suspended', 'Your account is suspended', '/auth'],
    ['suspension_ended', 'Your suspension has ended', '/auth'],
    ['appeal_upheld', 'Your appeal was decided', '/auth'],
  ] as const)('STF-017 mails the entry %s as “%s”, also to a suspended member', async (kind, title, path) => {
    const user = await verified();
    await stack.dataSource
      .getRepository(Measure)
      .insert({ userId: user.id, kind: 'suspended', rule: 'spam', reason: 'Not for a mail.' });
    const { id: subjectId } = await stack.dataSource
      .getRepository(AccountActivity)
      .save({ userId: user.id, kind });
    const [mail] = await send({ purpose: 'activity', userId: user.id, subjectId });
    expect(mail).toMatchObject({ to: user.email, subject: `${title} (Oniverse)` });
    expect(mail?.text).toContain(`${ORIGIN}${path}`);
    expect(mail?.text).not.toContain('Not for a mail.');
  });

  it('STF-016 mails no digest to a suspended member', async () => {
    const user = await verified();
    const { user: actor } = await makeMember(stack.dataSource);
    await stack.dataSource
      .getRepository(NotificationSettings)
      .insert({ userId: user.id, digest: 'daily', digestKinds: ['link'] });
    await makeConnection(stack.dataSource, user, actor, ['saturn']);
    const entry = { recipientId: user.id, actorId: actor.id, kind: 'link' as const, groupKey: 'day' };
    await stack.dataSource.getRepository(Notification).insert({ ...entry, cause: 'one' });
    const measures = stack.dataSource.getRepository(Measure);
    await measures.insert({ userId: user.id, kind: 'suspended', rule: 'spam', reason: 'Spam.' });
    expect(await send({ purpose: 'digest', userId: user.id })).toEqual([]);
    await measures.update({ userId: user.id }, { endedAt: new Date() });
    expect(await send({ purpose: 'digest', userId: user.id })).toHaveLength(1);
  });

  it.each([
    [[], '', 'Otto wrote'],
    [['picture'], '', 'Otto sent a picture'],
    [['picture', 'file', 'file'], '', 'Otto sent 3 files'],
    [['picture'], 'Look up.', 'Otto wrote'],
  ] as const)(
    'TLK-307 mails a message with the files %j and the text “%s” as “%s”',
    async (kinds, content, title) => {
      const user = await verified();
      const actor = (await makeMember(stack.dataSource, { displayName: 'Otto' })).user;
      const { server, channel } = await makeServer(stack.dataSource, { members: [user, actor] });
      const place = { channelId: channel.id, seq: 1 };
      const message = { ...place, userId: actor.id, rev: 1, nonce: 'n', content, hasFiles: kinds.length > 0 };
      const { id: messageId } = await stack.dataSource.getRepository(Message).save(message);
      for (const [index, kind] of kinds.entries()) {
        const objectPath = newObjectPath();
        await stack.dataSource
          .getRepository(StoredObject)
          .insert({ path: objectPath, userId: actor.id, state: 'used' });
        await stack.dataSource.getRepository(Attachment).insert({
          userId: actor.id,
          objectPath,
          name: 'roof.jpg',
          size: 1,
          kind,
          messageId,
          channelId: channel.id,
          place: index + 1,
        });
      }
      await stack.dataSource
        .getRepository(NotificationSettings)
        .insert({ userId: user.id, digest: 'daily', digestKinds: ['message'] });
      const entry = { recipientId: user.id, actorId: actor.id, kind: 'message' as const, groupKey: 'day' };
      const about = { channelId: channel.id, messageSeq: 1, serverId: server.id };
      await stack.dataSource.getRepository(Notification).insert({ ...entry, ...about, cause: 'one' });
      const [mail] = await send({ purpose: 'digest', userId: user.id });
      expect(mail?.text).toContain(`${title}: Server`);
    },
  );

  it('NXT-422 shows names on one line and never as links', async () => {
    const user = await verified();
    const displayName = 'Otto\n\u202Eevil.com http://a.example';
    const actor = (await makeMember(stack.dataSource, { displayName })).user;
    await makeConnection(stack.dataSource, user, actor, ['saturn']);
    await stack.dataSource.getRepository(NotificationSettings).insert({ userId: user.id, digest: 'daily' });
    await stack.dataSource.getRepository(Notification).insert({
      recipientId: user.id,
      actorId: actor.id,
      kind: 'link',
      groupKey: 'link',
      cause: 'one',
    });
    const [digest] = await send({ purpose: 'digest', userId: user.id });
    for (const text of [digest?.text, digest?.html]) {
      expect(text).toContain('you and Otto evil.\u200Bcom http:\u200B/\u200B/\u200Ba.\u200Bexample');
    }
    const { identifiers } = await stack.dataSource.getRepository(AccountActivity).insert({
      userId: user.id,
      kind: 'signed_in_new_device',
      device: 'evil.com',
      address: '203.0.113.0/24',
    });
    const mails = await send({
      purpose: 'activity',
      userId: user.id,
      subjectId: String(identifiers[0]?.['id']),
    });
    for (const { text, html } of mails) expect(text + html).not.toContain('evil.com');
    expect(mails.some(({ text }) => text.includes('Browser: evil.\u200Bcom'))).toBe(true);
  });

  it('ACC-010 informs of a reset, only at a verified address', async () => {
    const record = async (userId: string) => {
      const { identifiers } = await stack.dataSource.getRepository(AccountActivity).insert({
        userId,
        kind: 'password_reset',
        device: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        address: '203.0.113.0/24',
      });
      return String(identifiers[0]?.['id']);
    };
    const stranger = await unverified();
    const subjectId = await record(stranger.id);
    expect(await send({ purpose: 'activity', userId: stranger.id, subjectId })).toEqual([]);
    const user = await verified();
    const [mail] = await send({ purpose: 'activity', userId: user.id, subjectId: await record(user.id) });
    expect(mail).toMatchObject({ to: user.email, subject: 'Your password was reset (Oniverse)', link: '' });
    expect(mail!.text).toContain('Browser: Firefox on Linux');
    expect(mail!.text).toContain('Network: 203.0.113.0/24');
  });
});
