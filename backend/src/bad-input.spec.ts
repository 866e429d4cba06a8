import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REQUEST_BYTES, LIVE_REQUESTS, MESSAGES, PROBLEMS } from '@oniverse/contracts';
import { LiveClient, makeMember, makeServer, TestStack } from '@oniverse/testing';
import { SECURE_SITE } from './testing/accounts.js';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';
import { NASTY_VALUES } from './testing/hostile-requests.js';
import { listPublishedCalls } from './testing/published-calls.js';
import { sendRawRequest } from './testing/raw-request.js';

const ID = '019abb00-0000-7000-8000-0000000000ff';

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
    // Without mail and a key, some calls answer 503.
    const { mail, accountKeys } = SECURE_SITE;
    backend = await BackendUnderTest.start(stack.config({ mail, accountKeys }));
    ({ sessionId } = await makeMember(stack.dataSource));
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  it('without a session returns 401 from members’ calls before any validation', async () => {
    const calls = listPublishedCalls(backend.app).filter(({ needsSession }) => needsSession);
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

  it('without a session returns 401 from members’ calls before reading the body', async () => {
    const answer = await sendRawRequest(
      backend.url,
      'POST /api/posts HTTP/1.1\r\nhost: x\r\nconnection: close\r\n' +
        'content-type: application/json\r\ncontent-length: 1000000\r\n\r\n{',
    );
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });

  it('is limited to 16 kB in public calls and 1 MB in members’ calls', async () => {
    const sized = (bytes: number) => `{"email":"${'x'.repeat(bytes - 12)}"}`;
    const send = (path: string, bytes: number) =>
      backend.api
        .post(path)
        .set(...bearer(sessionId))
        .set('content-type', 'application/json')
        .serialize(String)
        .send(sized(bytes));
    for (const path of ['/api/auth/login', '/api/auth/register', '/api/waitlist']) {
      expect((await send(path, REQUEST_BYTES.visitors)).body.code).toBe('validation_failed');
      expect((await send(path, REQUEST_BYTES.visitors + 1)).body.code).toBe('payload_too_large');
    }
    expect((await send('/api/posts', REQUEST_BYTES.visitors + 1)).body.code).toBe('validation_failed');
    const { body } = await send('/api/waitlist', REQUEST_BYTES.visitors + 1).expect(413);
    expect(body).toEqual({
      statusCode: 413,
      code: 'payload_too_large',
      ...MESSAGES.tooLarge,
      ok: false,
      error: MESSAGES.tooLarge.message,
    });
  });

  it.each(['__proto__', 'prototype', 'constructor', 'toString', 'hasOwnProperty', 'unknown'])(
    'an unknown field named %s is refused',
    async (name) => {
      for (const [path, fields] of [
        ['/api/waitlist', '"email":"a@example.org","source":"landing"'],
        ['/api/capsules', '"name":"Winter skies"'],
      ] as const) {
        const answer = await backend.api
          .post(path)
          .set(...bearer(sessionId))
          .set('content-type', 'application/json')
          .serialize(String)
          .send(`{${fields},"${name}":1}`)
          .expect(400);
        expect(answer.body.code).toBe('validation_failed');
        expect(Object.entries(answer.body.fields)).toEqual([[name, MESSAGES.unknownField.message]]);
      }
    },
  );

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
  ])('GET %s returns a well-formed error', async (path) => {
    const answer = await backend.api
      .get(path)
      .set(...bearer(sessionId))
      .ok(() => true);
    expectProblem(answer);
  });

  it.each(['put', 'patch', 'delete'] as const)(
    '%s on an unknown route returns 404 to everyone',
    async (method) => {
      const answer = await backend.api[method]('/api/auth/me').ok(() => true);
      expect(answer.status).toBe(404);
      expectProblem(answer);
    },
  );

  it.each([
    ['not HTTP', 'hello\r\n\r\n', 400],
    [
      'headers of 100 kB',
      `GET /api/auth/me HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    [
      'two content lengths',
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
      400,
    ],
    [
      'a body with a length and in chunks, as smuggled requests have',
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['the method TRACE', 'TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404],
  ])('%s returns a well-formed error', async (_, raw, status) => {
    const answer = await sendRawRequest(backend.url, raw);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const headers = { 'content-type': /content-type: (.*)/i.exec(head)?.[1] ?? '' };
    expectProblem({ status, body: JSON.parse(body), headers });
  });

  it('returns errors with the security headers', async () => {
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

  it('is acknowledged by every live request and keeps the socket open', async () => {
    const { channel } = await makeServer(stack.dataSource);
    const client = await LiveClient.connect(backend.url, { sessionId });
    const nasty = [
      undefined,
      ...NASTY_VALUES.filter((value) => typeof value !== 'string' || value.length < 60_000),
    ];
    for (const [event, { body }] of Object.entries(LIVE_REQUESTS)) {
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
        const answer = await client.request(event, payload);
        if (answer['ok'] === true) continue;
        expect(Object.keys(PROBLEMS)).toContain(answer['code']);
        expect(answer['code']).not.toBe('internal_error');
        expect(answer['message']).toEqual(expect.stringMatching(/./));
      }
      // Requests without a payload ignore additional arguments.
      if (Object.keys(body.fields).length > 0) {
        expect(await client.request(event, { channelId: ID }, 'a second payload')).toMatchObject({
          ok: false,
        });
      }
      expect(await client.request(event)).toBeDefined();
    }
    expect(await client.request('no:such:event', {})).toMatchObject({ ok: false, code: 'not_found' });
    expect(client.socket.connected).toBe(true);
    expect(client.received).toEqual([]);
    client.close();
  });

  it('closes only the socket that sends an oversized packet', async () => {
    const oversized = await LiveClient.connect(backend.url, { sessionId });
    const other = await LiveClient.connect(backend.url, { sessionId });
    const closed = new Promise((resolve) => {
      oversized.socket.once('disconnect', resolve);
    });
    oversized.socket.emit(
      'message:send',
      { channelId: ID, content: 'x'.repeat(200_000), nonce: 'n' },
      () => {},
    );
    await closed;
    expect(other.socket.connected).toBe(true);
    oversized.close();
    other.close();
  });
});
