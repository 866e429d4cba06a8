import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIVE_REQUESTS, PROBLEMS } from '@oniverse/contracts';
import { LiveClient, makeMember, makeServer, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';
import { NASTY_VALUES } from './testing/hostile.js';
import { publishedCalls } from './testing/published-calls.js';

const ID = '019abb00-0000-7000-8000-0000000000ff';

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
  [
    'more values than any takes',
    'application/json',
    JSON.stringify({ a: Array.from({ length: 1_001 }, () => 0) }),
  ],
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

  it.each(RAW_BODIES)(
    'API-001 %s as a body is refused in the contract’s form, by every call that takes one',
    async (name, type, body) => {
      const calls = publishedCalls(backend.app).filter((call) => call.body !== undefined);
      for (const call of calls) {
        const request = backend.api
          .post(call.path.replaceAll(/\{\w+\}/g, ID))
          .set(...bearer(sessionId))
          .set('content-type', type)
          // Sent as it is: supertest would write a text as JSON.
          .serialize(String);
        request.method = call.method;
        const answer = await request.send(body).ok(() => true);
        // Every field of it may be absent.
        if (name === 'null' && answer.status === 200) continue;
        expectProblem(answer);
        // Before the many values are looked at one by one, which would take long.
        if (name === 'more values than any takes') expect(answer.body.code).toBe('malformed_request');
        if (name === 'more than 1 MB') expect([call.name, answer.status]).toEqual([call.name, 413]);
      }
      expect(calls.length).toBeGreaterThan(15);
    },
  );

  it('a member’s call without a session is 401 before anything else is said', async () => {
    const calls = publishedCalls(backend.app).filter(({ needsSession }) => needsSession);
    for (const call of calls) {
      const request = backend.api.post(call.path.replaceAll(/\{\w+\}/g, 'no-id'));
      request.method = call.method;
      const answer = await (
        call.method === 'GET'
          ? request
          : request.set('content-type', 'application/json').serialize(String).send('{"half":')
      ).ok(() => true);
      expect([call.name, answer.status, answer.body.code]).toEqual([call.name, 401, 'unauthorized']);
    }
    expect(calls.length).toBeGreaterThan(40);
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
    ['/exports/nothing', 404],
    ['/exports/%00', 400],
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
    for (const [event, { payload: form }] of Object.entries(LIVE_REQUESTS)) {
      const payloads = [
        ...nasty,
        ...nasty.map((channelId) => ({ channelId })),
        ...nasty.map((serverId) => ({ serverId })),
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
      // A request that takes nothing does not look at what came with it.
      if (Object.keys(form.json.properties ?? {}).length > 0) {
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
