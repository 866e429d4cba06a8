import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROBLEMS } from '@oniverse/contracts';
import { LiveClient, makeMember, makeServer, registration, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';

const ID = '019abb00-0000-7000-8000-0000000000ff';

/** Every call that exists, with a body that it would take. */
const CALLS: readonly { method: 'get' | 'post'; path: string; body?: Record<string, unknown> }[] = [
  { method: 'post', path: '/api/auth/register', body: registration() },
  { method: 'post', path: '/api/auth/login', body: { username: 'someone', password: 'Some@1234' } },
  { method: 'get', path: '/api/auth/me' },
  { method: 'post', path: '/api/auth/logout' },
  { method: 'post', path: '/api/waitlist', body: { email: 'a@example.org', source: 'landing' } },
  { method: 'get', path: '/api/waitlist/stats' },
  { method: 'get', path: '/api/servers' },
  { method: 'post', path: `/api/servers/${ID}/join` },
  { method: 'post', path: `/api/servers/${ID}/leave` },
  { method: 'get', path: `/api/servers/${ID}/channels` },
  { method: 'get', path: `/api/channels/${ID}/messages` },
  { method: 'post', path: `/api/channels/${ID}/messages`, body: { content: 'hello', nonce: 'one' } },
  { method: 'get', path: '/api/health/live' },
  { method: 'get', path: '/api/health/ready' },
];

const NASTY_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  [],
  ['text'],
  {},
  { toString: 'no' },
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x'.repeat(300_000),
  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '\u202e\u0000',
  'ﬁ',
];

const RAW_BODIES: readonly (readonly [name: string, type: string, body: string | Buffer])[] = [
  ['half an object', 'application/json', '{"username":'],
  ['a list', 'application/json', '[]'],
  ['a text', 'application/json', '"text"'],
  ['a number', 'application/json', '7'],
  ['null', 'application/json', 'null'],
  ['no UTF-8', 'application/json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a prototype', 'application/json', '{"__proto__":{"admin":true}}'],
  ['a constructor', 'application/json', '{"constructor":{"prototype":{"admin":true}}}'],
  ['100,000 brackets', 'application/json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['a deep object', 'application/json', `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`],
  ['more than 1 MB', 'application/json', JSON.stringify({ username: 'x'.repeat(1_100_000) })],
  ['a form', 'application/x-www-form-urlencoded', 'username=a&password=b'],
  ['plain text', 'text/plain', '{"username":"a"}'],
  ['a multipart form', 'multipart/form-data; boundary=x', '--x--'],
  ['a type that is none', 'nonsense', '{}'],
];

/** A failure is one of the contract's, in its form. */
const expectProblem = (answer: { status: number; body: unknown; headers: Record<string, string> }): void => {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.body).toMatchObject({ statusCode: answer.status, message: expect.stringMatching(/./) });
  const { code } = Object(answer.body);
  expect(Object.entries(PROBLEMS)).toContainEqual([code, answer.status]);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
};

describe('bad input', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let sessionId: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    ({ sessionId } = await makeMember(stack.dataSource));
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const bodied = CALLS.filter(({ method }) => method === 'post');

  it.each(bodied.flatMap((call) => RAW_BODIES.map((raw) => [call.path, raw[0], call, raw] as const)))(
    '%s with %s is refused in the contract’s form',
    async (_path, _name, call, [name, type, body]) => {
      const answer = await backend.api
        .post(call.path)
        .set(...bearer(sessionId))
        .set('content-type', type)
        // Sent as it is: supertest would write a text as JSON.
        .serialize(String)
        .send(body)
        .ok(() => true);
      // A call without a body does not look at one that it can read.
      if (call.body === undefined && answer.status === 404) return;
      if (call.path.endsWith('/logout') && answer.status === 200) {
        ({ sessionId } = await makeMember(stack.dataSource));
        return;
      }
      expectProblem(answer);
      if (name === 'more than 1 MB') expect(answer.status).toBe(413);
    },
  );

  it('every field with every nasty value is never a 5xx', async () => {
    for (const call of CALLS) {
      for (const field of Object.keys(call.body ?? {})) {
        for (const value of NASTY_VALUES) {
          const answer = await backend.api
            .post(call.path)
            .set(...bearer(sessionId))
            .send({ ...call.body, [field]: value })
            .ok(() => true);
          if (answer.status >= 300) expectProblem(answer);
        }
      }
    }
  });

  it('a member’s call without a session is 401 before anything else is said', async () => {
    const open = [
      '/api/auth/register',
      '/api/auth/login',
      '/api/waitlist',
      '/api/waitlist/stats',
      '/api/health/live',
      '/api/health/ready',
    ];
    for (const { method, path } of CALLS.filter((call) => !open.includes(call.path))) {
      const request =
        method === 'get'
          ? backend.api.get(path)
          : backend.api.post(path).set('content-type', 'application/json').send('{"half":');
      const answer = await request.ok(() => true);
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'unauthorized']);
    }
  });

  it.each([
    ['/api', 404],
    ['/api/nothing', 404],
    ['/api/auth/login', 404],
    ['/api/servers/%', 400],
    ['/api/servers/%ff/channels', 400],
    ['/api/servers/%00/channels', 400],
    [`/api/servers/${'a'.repeat(2_000)}/channels`, 414],
    ['/api/../../etc/passwd', 404],
    ['/objects/nothing', 404],
    ['/uploads/nothing', 404],
  ])('GET %s is refused in the contract’s form', async (path) => {
    const answer = await backend.api
      .get(path)
      .set(...bearer(sessionId))
      .ok(() => true);
    expectProblem(answer);
  });

  it.each(['put', 'patch', 'delete'] as const)(
    '%s on an unknown route is 404 for everyone',
    async (method) => {
      const answer = await backend.api[method]('/api/auth/me').ok(() => true);
      expect(answer.status).toBe(404);
      expectProblem(answer);
    },
  );

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    [
      'headers of 100 kB',
      `GET /api/auth/me HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    [
      'two lengths',
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
      400,
    ],
  ])('%s is refused in the contract’s form', async (_, raw, status) => {
    const { port } = new URL(backend.url);
    const answer = await new Promise<string>((resolve, reject) => {
      let read = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(raw));
      socket.on('data', (chunk) => (read += chunk.toString()));
      socket.on('close', () => resolve(read));
      socket.on('error', reject);
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const headers = { 'content-type': /content-type: (.*)/i.exec(head)?.[1] ?? '' };
    expectProblem({ status, body: JSON.parse(body), headers });
  });

  it('answers carry the security headers, also where they fail', async () => {
    for (const path of ['/api/auth/me', '/api/nothing', '/api/waitlist/stats']) {
      const { headers } = await backend.api.get(path).ok(() => true);
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('every live request with every nasty payload is acknowledged, and the socket lives on', async () => {
    const { channel } = await makeServer(stack.dataSource);
    const client = await LiveClient.connect(backend.url, { sessionId });
    const nasty = [
      undefined,
      ...NASTY_VALUES.filter((value) => typeof value !== 'string' || value.length < 60_000),
    ];
    for (const event of ['waitlist:watch', 'channel:open', 'channel:close', 'message:send']) {
      const payloads = [
        ...nasty,
        ...nasty.map((channelId) => ({ channelId })),
        ...nasty.map((after) => ({ channelId: channel.id, after, from: after, rev: after })),
        ...nasty.map((content) => ({ channelId: channel.id, content, nonce: 'n' })),
        ...nasty.map((nonce) => ({ channelId: channel.id, content: 'c', nonce })),
        { channelId: channel.id, unknown: 1 },
      ];
      for (const payload of payloads) {
        const answer = await client.ask(event, payload);
        if (answer['ok'] === true) continue;
        expect(Object.keys(PROBLEMS)).toContain(answer['code']);
        expect(answer['code']).not.toBe('internal_error');
        expect(answer['message']).toEqual(expect.stringMatching(/./));
      }
      if (event !== 'waitlist:watch') {
        expect(await client.ask(event, { channelId: ID }, 'a second payload')).toMatchObject({ ok: false });
      }
      expect(await client.ask(event)).toBeDefined();
    }
    expect(await client.ask('no:such:event', {})).toMatchObject({ ok: false, code: 'not_found' });
    expect(client.socket.connected).toBe(true);
    expect(client.told).toEqual([]);
    client.close();
  });

  it('a packet over the limit ends that socket, and no other', async () => {
    const big = await LiveClient.connect(backend.url, { sessionId });
    const other = await LiveClient.connect(backend.url, { sessionId });
    const closed = new Promise((resolve) => {
      big.socket.once('disconnect', resolve);
    });
    big.socket.emit('message:send', { channelId: ID, content: 'x'.repeat(200_000), nonce: 'n' }, () => {});
    await closed;
    expect(other.socket.connected).toBe(true);
    big.close();
    other.close();
  });
});
