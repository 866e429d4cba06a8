import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningInbox, startInbox } from '@oniverse/embedded';
import { TestStack } from '@oniverse/testing';
import { BackendUnderTest } from '../../testing/backend-under-test.js';

const NAME = '000001764000000-0123456789ab.eml';
const MAIL = [
  'To: vesper@example.org',
  'Subject: Is this <your> address?',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'Open https://oniverse.example/link/verify-email#token now.',
  '--b',
  'Content-Type: text/html',
  '',
  '<!doctype html><html><head></head><body><script>alert(1)</script>Open</body></html>',
  '--b--',
  '',
].join('\r\n');

describe('the inbox of npm start', () => {
  let stack: TestStack;
  let dir: string;
  let inbox: RunningInbox;

  beforeAll(async () => {
    stack = await TestStack.start();
    dir = await mkdtemp(join(tmpdir(), 'oniverse-inbox-'));
    inbox = await startInbox({ dir, port: 0 });
    await writeFile(join(dir, NAME), MAIL);
  });

  afterAll(async () => {
    await inbox.stop();
    await rm(dir, { recursive: true });
    await stack.stop();
  });

  const withBackend = async (
    overrides: Parameters<TestStack['config']>[0],
    use: (backend: BackendUnderTest) => Promise<void>,
  ) => {
    const backend = await BackendUnderTest.start(stack.config({ inboxDir: dir, ...overrides }));
    try {
      await use(backend);
    } finally {
      await backend.stop();
    }
  };
  const ask = (
    backend: BackendUnderTest,
    host: string,
    path = '/dev/mail',
    forwarding: Record<string, string> = {},
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(backend.url);
      const call = request(
        { port, host: '127.0.0.1', path, headers: { host, ...forwarding } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      call.on('error', reject).end();
    });

  it('ACC-011 shows mails to this machine, escaped, the HTML without scripts and origin', async () => {
    await withBackend({}, async (backend) => {
      const { text } = await backend.api.get('/dev/mail').expect(200);
      expect(text).toContain('Is this &lt;your&gt; address?');
      expect(text).toContain('href="https://oniverse.example/link/verify-email#token"');
      await backend.api.get(`/dev/mail/${NAME}`).expect(200);
      const mail = await backend.api.get(`/dev/mail/${NAME}/html`).expect(200);
      expect(mail.headers['content-security-policy']).toBe(
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      );
      expect(mail.text).toContain('<base target="_blank">');
      await backend.api
        .get('/dev/mail/inbox.css')
        .expect(200)
        .expect('content-type', /text\/css/);
      for (const name of ['none.eml', '..%2f..%2fetc%2fpasswd', '000001764000000-ffffffffffff.eml']) {
        await backend.api.get(`/dev/mail/${name}`).expect(404);
      }
    });
  });

  it('ACC-012 answers only a loopback Host', async () => {
    await withBackend({}, async (backend) => {
      const { port } = new URL(backend.url);
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
        expect(await ask(backend, host)).toBe(200);
      }
      for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example']) {
        expect(await ask(backend, host)).toBe(404);
        expect(await ask(backend, host, `/dev/mail/${NAME}/html`)).toBe(404);
      }
    });
  });

  it('ACC-012 answers nothing that a proxy on this machine forwarded', async () => {
    await withBackend({}, async (backend) => {
      for (const header of [
        'Forwarded',
        'Via',
        'X-Forwarded-For',
        'X-Forwarded-Host',
        'X-Forwarded-Proto',
        'X-Forwarded-Server',
        'X-Original-Forwarded-For',
        'X-Real-IP',
        'X-Client-IP',
        'X-Cluster-Client-IP',
        'X-Envoy-External-Address',
        'True-Client-IP',
        'Fastly-Client-IP',
        'Fly-Client-IP',
        'CF-Connecting-IP',
        'CDN-Loop',
      ]) {
        // Whatever the header says: a visitor chooses a part of it.
        const status = await ask(backend, 'localhost', '/dev/mail', { [header]: '127.0.0.1' });
        expect([header, status]).toEqual([header, 404]);
      }
      const own = { accept: 'text/html', 'x-request-id': 'one', 'sec-fetch-site': 'none', dnt: '1' };
      expect(await ask(backend, 'localhost', '/dev/mail', own)).toBe(200);
    });
  });

  it('ACC-012 answers only peers on the loopback, whatever they forward', async () => {
    const own = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
    if (own === undefined) return;
    // Listens beyond the loopback while its configuration says that it does not.
    const backend = await BackendUnderTest.start(stack.config({ inboxDir: dir }));
    try {
      const app = backend.app.getHttpAdapter().getInstance();
      const answer = await app.inject({
        url: '/dev/mail',
        remoteAddress: own,
        headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' },
      });
      expect(answer.statusCode).toBe(404);
    } finally {
      await backend.stop();
    }
  });

  it.each([
    ['no inbox', { inboxDir: null }],
    ['a public address', { publicOrigins: ['https://oniverse.example'] }],
    ['a proxy', { trustedProxies: ['10.0.0.0/8'] }],
    ['another host', { host: '0.0.0.0' }],
  ])('ACC-012 does not exist with %s', async (_, overrides) => {
    await withBackend(overrides, async (backend) => {
      for (const path of [
        '/dev/mail',
        '/dev/mail/inbox.css',
        `/dev/mail/${NAME}`,
        `/dev/mail/${NAME}/html`,
      ]) {
        await backend.api.get(path).expect(404);
      }
    });
  });

  it('ACC-011 is not part of the published API', async () => {
    await withBackend({}, async (backend) => {
      const { text } = await backend.api.get('/api/openapi.json').expect(200);
      expect(text).not.toContain('dev/mail');
    });
  });
});
