import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkPath, LINK_PURPOSES } from '@oniverse/contracts';
import { EmailChange } from '@oniverse/data';
import { freePort, type RunningInbox, startInbox } from '@oniverse/embedded';
import { GOOD_PASSWORD, readMails, TestStack, uniqueName, waitUntil, WorkerProcess } from '@oniverse/testing';
import supertest from 'supertest';
import { Accounts } from '../../testing/accounts.js';
import { BackendUnderTest } from '../../testing/backend-under-test.js';

const NEW_PASSWORD = 'Moth&Lantern7';
const FROM = 'oni@example.org';
const HOST = 'evil.example';
/** A request that claims in every way to be for another site. */
const FORGED = {
  host: HOST,
  forwarded: `host=${HOST};proto=https`,
  'x-forwarded-host': HOST,
  'x-forwarded-proto': 'https',
  'x-forwarded-server': HOST,
  'x-original-host': HOST,
  'x-host': HOST,
  'x-original-url': `https://${HOST}/`,
  referer: `https://${HOST}/auth`,
};
const SITES: [name: string, env: Record<string, string>, origin: string][] = [
  [
    'the first public address',
    { PUBLIC_URL: 'https://oniverse.example, https://www.oniverse.example' },
    'https://oniverse.example',
  ],
  ['this machine, without a public address,', { PORT: '3100' }, 'http://localhost:3100'],
];

describe('links in mails', () => {
  let dir: string;
  let inbox: RunningInbox;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'oniverse-inbox-'));
    inbox = await startInbox({ dir, port: 0 });
  });

  afterAll(async () => {
    await inbox.stop();
    await rm(dir, { recursive: true });
  });

  /** Makes every call that mails a link, with forged headers, and waits for each mail. */
  const mailAll = async (stack: TestStack, backend: BackendUnderTest): Promise<void> => {
    const accounts = new Accounts(stack, () => ({ api: supertest.agent(backend.url).set(FORGED) }));
    const sent = () => waitUntil('the mails to leave', async () => (await accounts.mails()).length === 0);
    const account = await accounts.join();
    await sent();
    await accounts.callAs(account, 'post', '/email/verification').expect(202);
    await sent();
    // Once for an address that is not verified, and once for a verified one.
    await accounts.call('post', '/email-claims', { email: account.email }).expect(202);
    await sent();
    const token = await accounts.link('verify-email', account.id, account.email);
    await accounts.callAs(account, 'post', '/email/verify', { token }).expect(200);
    await accounts.call('post', '/email-claims', { email: account.email }).expect(202);
    await sent();
    await accounts.call('post', '/password/reset-requests', { email: account.email }).expect(202);
    await sent();
    await accounts.newSession(account);
    await sent();
    const [entry] = (await accounts.activity(account.id)).slice(-1);
    const disown = await accounts.link('disown-sign-in', account.id, account.email, entry?.id);
    await accounts.call('post', '/sign-in/disown', { token: disown }).expect(200);
    await sent();
    const reset = await accounts.link('reset-password', account.id, account.email);
    await accounts.call('post', '/password/reset', { token: reset, newPassword: NEW_PASSWORD }).expect(200);
    await sent();
    const { body: session } = await accounts.login(account.username, NEW_PASSWORD).expect(200);
    const passwords = { currentPassword: NEW_PASSWORD, newPassword: GOOD_PASSWORD };
    await accounts.callAs(session, 'patch', '/password', passwords).expect(200);
    await sent();
    const email = `${uniqueName()}@example.org`;
    await accounts.callAs(session, 'put', '/email', { email }).expect(200);
    await sent();
    const change = await stack.dataSource.getRepository(EmailChange).findOneByOrFail({ userId: account.id });
    const undo = await accounts.link('undo-email', account.id, account.email, change.id);
    await accounts.call('post', '/email/undo', { token: undo }).expect(200);
    await sent();
  };

  it.each(SITES)('ACC-004 lead to %s whatever Host a request names', async (_name, env, origin) => {
    const stack = await TestStack.start();
    const worker = await WorkerProcess.start({
      ...stack.env(),
      ...env,
      SMTP_URL: inbox.url,
      MAIL_FROM: FROM,
      OPS_PORT: String(await freePort()),
    });
    const backend = await BackendUnderTest.start(
      stack.config({
        publicOrigins: (env['PUBLIC_URL'] ?? '').split(', ').filter((address) => address !== ''),
        // Takes the forwarded headers for those of a proxy.
        trustedProxies: ['127.0.0.0/8'],
        mail: { smtpUrl: inbox.url, from: FROM },
      }),
    );
    const before = (await readMails(dir)).length;
    await mailAll(stack, backend);
    await Promise.all([backend.stop(), worker.stop()]);
    await stack.stop();

    const mails = (await readMails(dir)).slice(before);
    const paths = mails.map(({ link }) => link.split('#')[0]);
    const expected = LINK_PURPOSES.filter((purpose) => purpose !== 'unsubscribe').map(
      (purpose) => origin + linkPath(purpose, '').replace('#', ''),
    );
    expect(new Set(paths)).toEqual(new Set([...expected, '']));
    for (const { subject, text, html, headers } of mails) {
      const everything = [text, html, ...headers.values()].join('\n');
      expect(everything).not.toContain(HOST);
      const origins = everything.match(/https?:\/\/[^/\s"]+/gu) ?? [];
      expect([subject, new Set(origins)]).toEqual([subject, new Set([origin])]);
    }
  });
});
