import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROBLEMS } from '@oniverse/contracts';
import { PLATFORM_ACCOUNT } from '@oniverse/data';
import { byTestLength, makeMember, makeStaff, TestStack } from '@oniverse/testing';
import * as fc from 'fast-check';
import { SECURE_SITE } from './testing/accounts.js';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';
import { type HostileRequest, hostileRequests } from './testing/hostile-requests.js';
import { type PublishedCall, listPublishedCalls } from './testing/published-calls.js';
import { makeFixture, type Fixture } from './testing/fixture.js';

/** Total requests, divided among the calls. */
const REQUESTS = byTestLength(2_000, 100_000);
const CONCURRENCY = 6;
/** A failure prints its seed; set it to repeat the same requests. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_120);
/** Answers 503 while a part does not respond in time, as may happen under the load of this test. */
const READINESS = 'GET /api/health/ready';
const ENDS_SESSION = new Set(['POST /api/auth/logout', 'DELETE /api/auth/sessions/{id}']);

/** Each call gets every n-th bad body, and each body goes to every n-th call. */
const NTH_BODY = byTestLength(4, 1);
const ID = '019abb00-0000-7000-8000-0000000000ff';

const BAD_BODIES: readonly (readonly [name: string, type: string, body: string | Buffer])[] = [
  ['half an object', 'application/json', '{"username":'],
  ['a list', 'application/json', '[]'],
  ['a string', 'application/json', '"text"'],
  ['a number', 'application/json', '7'],
  ['null', 'application/json', 'null'],
  ['invalid UTF-8', 'application/json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a prototype', 'application/json', '{"__proto__":{"admin":true}}'],
  ['a constructor', 'application/json', '{"constructor":{"prototype":{"admin":true}}}'],
  ['100,000 brackets', 'application/json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['a deep object', 'application/json', `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`],
  [
    'more values than allowed',
    'application/json',
    JSON.stringify({ a: Array.from({ length: 1_001 }, () => 0) }),
  ],
  ['more than 1 MB', 'application/json', JSON.stringify({ username: 'x'.repeat(1_100_000) })],
  ['another charset', 'application/json; charset=utf-16', '{}'],
  ['a form', 'application/x-www-form-urlencoded', 'username=a&password=b'],
  ['plain text', 'text/plain', '{"username":"a"}'],
  ['a multipart form', 'multipart/form-data; boundary=x', '--x--'],
  ['an invalid content type', 'nonsense', '{}'],
];

const PROBLEM_STATUSES: ReadonlyMap<unknown, number> = new Map(Object.entries(PROBLEMS));

interface Answer {
  status: number;
  type: string;
  body: string;
}

function send(
  url: string,
  method: string,
  hostile: Omit<HostileRequest, 'body'> & { body: string | Buffer | undefined },
  sessionId: string,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path: hostile.path,
        headers: {
          [bearer(sessionId)[0]]: bearer(sessionId)[1],
          ...hostile.headers,
          ...(hostile.body === undefined ? {} : { 'content-length': Buffer.byteLength(hostile.body) }),
        },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }),
        );
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(hostile.body);
  });
}

function expectContract({ status, type, body }: Answer): void {
  if (status >= 200 && status < 400) return;
  expect(status).toBeLessThan(500);
  const problem: unknown = JSON.parse(body);
  const field = (name: string): unknown => Reflect.get(Object(problem), name);
  // One assertion, because separate ones would take longer than the backend does.
  expect({
    status: PROBLEM_STATUSES.get(field('code')),
    type,
    statusCode: field('statusCode'),
    hasMessage: typeof field('message') === 'string' && field('message') !== '',
  }).toEqual({ status, type: 'application/json; charset=utf-8', statusCode: status, hasMessage: true });
}

describe('ERR bad input generated from the API document', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let calls: PublishedCall[];
  let fixture: Fixture;

  beforeAll(async () => {
    stack = await TestStack.start();
    // Without mail and a key, some calls answer 503.
    const { mail, accountKeys } = SECURE_SITE;
    backend = await BackendUnderTest.start(stack.config({ mail, accountKeys }));
    calls = listPublishedCalls(backend.app).filter(({ name }) => name !== READINESS);
    fixture = await makeFixture(stack.dataSource, { shown: true });
    // Owns what staff create.
    await makeMember(stack.dataSource, PLATFORM_ACCOUNT);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  it.each(BAD_BODIES.map(([name, type, body], place) => ({ name, type, body, place })))(
    'API-001 $name as a body causes a well-formed error in the calls with a body',
    async ({ name, type, body, place }) => {
      // Each call admits an administrator.
      const { sessionId } = await makeStaff(stack.dataSource, 'admin');
      const withBody = calls.filter((call) => call.body !== undefined);
      const chosen = withBody.filter((_, index) => (index + place) % NTH_BODY === 0);
      for (const call of chosen) {
        const path = call.path.replaceAll(/\{\w+\}/g, ID);
        const answer = await send(
          backend.url,
          call.method,
          { path, headers: { 'content-type': type }, body },
          sessionId,
        );
        // All fields of this call are optional.
        if (name === 'null' && answer.status === 200) continue;
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expectContract(answer);
        // Rejected before the values are validated one by one, which would be slow.
        if (name === 'more values than allowed')
          expect(JSON.parse(answer.body)).toMatchObject({ code: 'malformed_request' });
        if (name === 'another charset') expect([call.name, answer.status]).toEqual([call.name, 415]);
        if (name === 'more than 1 MB') expect([call.name, answer.status]).toEqual([call.name, 413]);
      }
      expect(chosen.length).toBeGreaterThan(10);
    },
  );

  it(
    'API-063 never causes a 5xx and returns well-formed errors',
    async () => {
      const known = [
        fixture.serverId,
        fixture.channelId,
        fixture.postId,
        fixture.boardId,
        fixture.imageId,
        fixture.capsuleId,
        fixture.profileArchiveId,
        fixture.otherSessionId,
        fixture.inviteCode,
        fixture.memberId,
        fixture.owner.username,
        'saturn',
      ];
      const statuses = new Map<number, number>();
      const testCall = async (call: PublishedCall): Promise<void> => {
        const makeCaller = async () =>
          call.path.startsWith('/api/staff/')
            ? makeStaff(stack.dataSource, 'admin')
            : makeMember(stack.dataSource);
        let { sessionId } = await makeCaller();
        const sendAndCheck = async (hostile: HostileRequest): Promise<void> => {
          if (ENDS_SESSION.has(call.name)) ({ sessionId } = await makeCaller());
          const answer = await send(backend.url, call.method, hostile, sessionId);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          expectContract(answer);
        };
        for (const session of [sessionId, String(fixture.sessions.owner)]) {
          if (!ENDS_SESSION.has(call.name)) sessionId = session;
          await fc.assert(fc.asyncProperty(hostileRequests(call, known), sendAndCheck), {
            numRuns: Math.ceil(REQUESTS / calls.length / 2),
            seed: SEED,
            endOnFailure: true,
          });
        }
      };
      const pending = [...calls];
      // In parallel, because some calls are slow, for example those that hash passwords.
      const drainCalls = async (): Promise<void> => {
        for (let call = pending.shift(); call !== undefined; call = pending.shift()) await testCall(call);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, drainCalls));
      const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      expect(sent).toBeGreaterThanOrEqual(REQUESTS);
      // Enough requests must pass validation to reach the handlers.
      const succeeded = [...statuses].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
      expect(succeeded / sent).toBeGreaterThan(0.05);
    },
    byTestLength(120_000, 3_000_000),
  );
});
