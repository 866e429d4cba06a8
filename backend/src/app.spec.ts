import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveClient, TestStack } from '@oniverse/testing';
import { io } from 'socket.io-client';
import { Health } from '@oniverse/platform';
import { BackendUnderTest } from './testing/backend-under-test.js';
import { sendRawRequest } from './testing/raw-request.js';

describe('the backend application', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let clientDir: string;
  let others: BackendUnderTest[] = [];

  /** Starts a backend that ends with the test, also if that fails. */
  const startOther = async (config: Parameters<TestStack['config']>[0]): Promise<BackendUnderTest> => {
    const other = await BackendUnderTest.start(stack.config(config));
    others.push(other);
    return other;
  };

  beforeAll(async () => {
    stack = await TestStack.start();
    clientDir = await mkdtemp(join(tmpdir(), 'oniverse-client-'));
    await mkdir(join(clientDir, 'assets'));
    await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Oniverse</title>');
    await writeFile(join(clientDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(clientDir, 'assets', 'index-abc.js'), 'export {};');
    await writeFile(join(clientDir, '..', 'oniverse-secret.txt'), 'outside');
    backend = await BackendUnderTest.start(stack.config({ clientDir }));
  });

  afterEach(async () => {
    await Promise.all(others.map((other) => other.stop()));
    others = [];
  });

  afterAll(async () => {
    await backend.stop();
    await rm(clientDir, { recursive: true });
    await rm(join(clientDir, '..', 'oniverse-secret.txt'));
    await stack.stop();
  });

  it.each(['/', '/dimensions/public', '/u', '/u/some/one/else', '/any/deep/link?x=1', '/index.html'])(
    'ROU-016 serves the client page at %s and requires revalidation',
    async (path) => {
      const answer = await backend.api.get(path).expect(200);
      expect(answer.text).toContain('<title>Oniverse</title>');
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    },
  );

  it('ROU-016 serves the prerendered page of a path if there is one', async () => {
    await writeFile(join(clientDir, 'auth.html'), '<!doctype html><title>Access</title>');
    const answer = await backend.api.get('/auth?from=here').expect(200);
    expect(answer.text).toContain('<title>Access</title>');
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('no-cache');
    for (const path of ['/auth/', '/auth/deeper', '/auth%2f', '/Auth', '/..%2fauth', '/purpose']) {
      expect((await backend.api.get(path).expect(200)).text).toContain('<title>Oniverse</title>');
    }
  });

  it('serves client files and caches those with a content hash indefinitely', async () => {
    const asset = await backend.api.get('/assets/index-abc.js').expect(200);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toMatch(/javascript/);
    const icon = await backend.api.get('/favicon.svg').expect(200);
    expect(icon.headers['content-type']).toMatch(/^image\/svg\+xml/);
    await backend.api
      .get('/favicon.svg')
      .set('if-none-match', icon.headers['etag'] ?? '')
      .expect(304);
    await backend.api.head('/').expect(200);
  });

  it.each([
    ['off', undefined],
    ['host', 'max-age=31536000'],
    ['preload', 'max-age=31536000; includeSubDomains; preload'],
  ] as const)('binds no more hosts to TLS than the operator says: %s', async (hsts, header) => {
    const site = await startOther({ publicOrigins: ['https://a.example'], hsts });
    const { headers } = await site.api.get('/api/health/live');
    expect(headers['strict-transport-security']).toBe(header);
  });

  it('ACC-112 serves the pages of links outside of caches and search engines, without a referrer', async () => {
    for (const path of ['/link/reset-password', '/link/verify-email', '/auth/reset']) {
      const { headers } = await backend.api.get(path).expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
    }
  });

  it('requires HTTPS for a year where its public address has it', async () => {
    const publicOrigins = ['https://oniverse.example'];
    const secure = await startOther({ clientDir, publicOrigins, hsts: 'host' });
    for (const path of ['/', '/assets/index-abc.js', '/api/health/live', '/api/nothing', '/objects/x']) {
      const { headers } = await secure.api.get(path).ok(() => true);
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
      const policy = headers['content-security-policy']?.split(';');
      expect(policy).toEqual(
        expect.arrayContaining([
          'upgrade-insecure-requests',
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "object-src 'none'",
          "script-src 'self'",
        ]),
      );
      expect(headers).toMatchObject({
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  it('serves precompressed files in an accepted encoding with the original content type', async () => {
    await writeFile(join(clientDir, 'assets', 'index-abc.js.br'), 'brotli');
    await writeFile(join(clientDir, 'assets', 'index-abc.js.gz'), 'gzip');
    const fetchEncoded = async (encodings: string) => {
      const response = await fetch(`${backend.url}/assets/index-abc.js`, {
        method: 'HEAD',
        headers: { 'accept-encoding': encodings },
      });
      expect(response.headers.get('vary')).toContain('accept-encoding');
      expect(response.headers.get('content-type')).toMatch(/javascript/);
      return [response.headers.get('content-encoding'), response.headers.get('content-length')];
    };
    expect(await fetchEncoded('gzip, deflate, br')).toEqual(['br', '6']);
    expect(await fetchEncoded('gzip;q=1.0, br;q=0')).toEqual(['gzip', '4']);
    expect(await fetchEncoded('identity')).toEqual([null, '10']);
  });

  it.each(['/assets/index-gone.js', '/api/nothing', '/objects/x', '/uploads/x/y'])(
    '%s is a JSON 404, not the client page',
    async (path) => {
      const answer = await backend.api.get(path).expect(404);
      expect(answer.body).toMatchObject({ statusCode: 404, code: 'not_found' });
    },
  );

  it.each([
    ['range', 'bytes=abc', 416, 'range_not_satisfiable'],
    ['range', 'bytes=99999-', 416, 'range_not_satisfiable'],
    ['if-match', '"another"', 412, 'precondition_failed'],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT', 412, 'precondition_failed'],
  ])(
    '%s: %s on a page or file returns %i when it cannot be satisfied',
    async (header, value, status, code) => {
      for (const path of ['/', '/any/deep/link', '/assets/index-abc.js']) {
        const answer = await backend.api.get(path).set(header, value).timeout(5_000).expect(status);
        expect(answer.body).toMatchObject({ statusCode: status, code });
        if (status === 416) expect(answer.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
      }
    },
  );

  it.each(['//', '/\\', '//[', '//@', '//example.org/x', '/\\example.org', '*'])(
    'GET %s returns 404',
    async (target) => {
      const answer = await sendRawRequest(
        backend.url,
        `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 404 /);
      expect(answer).toContain('"code":"not_found"');
    },
  );

  it.each([
    '/../oniverse-secret.txt',
    '/%2e%2e/oniverse-secret.txt',
    '/..%2foniverse-secret.txt',
    '/assets/..%5c..%5coniverse-secret.txt',
  ])('%s does not escape the client folder', async (path) => {
    const answer = await backend.api.get(path).ok(() => true);
    expect(answer.text).not.toContain('outside');
  });

  it('accepts sockets over websockets only', async () => {
    const polling = io(backend.url, { transports: ['polling'], reconnection: false, forceNew: true });
    await expect(
      new Promise((resolve, reject) => {
        polling.once('connect', () => resolve('connected'));
        polling.once('connect_error', reject);
      }),
    ).rejects.toThrow();
    polling.disconnect();
    const client = await LiveClient.connect(backend.url);
    expect(client.socket.connected).toBe(true);
    client.close();
  });

  it('is no longer ready or live once it begins to shut down, and still serves', async () => {
    const leaving = await startOther({});
    leaving.app.get(Health).leave();
    await leaving.api.get('/api/health/live').expect(503);
    await leaving.api.get('/api/health/ready').expect(503);
    await leaving.api.get('/api/health').expect(200);
  });

  it('reports its health and its version', async () => {
    await backend.api.get('/api/health').expect(200, { ok: true, version: 'dev' });
    await backend.api.get('/api/health/live').expect(200, { ok: true });
    await backend.api
      .get('/api/health/ready')
      .expect(200, { ok: true, parts: { database: 'up', redis: 'up', objects: 'up' } });
  });
});
