import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROBLEMS } from '@oniverse/contracts';
import { makeMember, TestStack } from '@oniverse/testing';
import * as fc from 'fast-check';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';
import { type HostileRequest, hostileRequests } from './testing/hostile.js';
import { type PublishedCall, publishedCalls } from './testing/published-calls.js';
import { makeWorld, type World } from './testing/world.js';

/** Requests in all, shared out among the calls. */
const REQUESTS = 20_000;
/** Calls that are tried at once. */
const LANES = 6;
/** Another sequence of requests: the number that a failure prints. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_120);
/** Calls that end the session that they come with. */
const ENDS_SESSION = new Set(['POST /api/auth/logout', 'DELETE /api/auth/sessions/{id}']);

const PROBLEM_STATUSES: ReadonlyMap<unknown, number> = new Map(Object.entries(PROBLEMS));

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** Sends a request as it is: no client of ours mends a path, a header or a body on the way. */
function send(url: string, method: string, hostile: HostileRequest, sessionId: string): Promise<Answer> {
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

/** An answer to bad input is a success or one of the contract's failures, in its form. */
function expectContract({ status, type, body }: Answer): void {
  if (status >= 200 && status < 400) return;
  expect(status).toBeLessThan(500);
  const problem: unknown = JSON.parse(body);
  const field = (name: string): unknown => Reflect.get(Object(problem), name);
  // One look at all of it: looks of their own at each would take longer than the backend does.
  expect({
    status: PROBLEM_STATUSES.get(field('code')),
    type,
    statusCode: field('statusCode'),
    hasMessage: typeof field('message') === 'string' && field('message') !== '',
  }).toEqual({ status, type: 'application/json; charset=utf-8', statusCode: status, hasMessage: true });
}

describe('ERR bad input, made from what is published', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let calls: PublishedCall[];
  let world: World;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    calls = publishedCalls(backend.app);
    world = await makeWorld(stack.dataSource, { shown: true });
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  it('API-063 20,000 requests over every call are never a 5xx, and a failure has the contract’s form', async () => {
    const known = [
      world.serverId,
      world.channelId,
      world.postId,
      world.boardId,
      world.imageId,
      world.capsuleId,
      world.profileArchiveId,
      world.otherSessionId,
      world.inviteCode,
      world.memberId,
      world.owner.username,
      'saturn',
    ];
    const statuses = new Map<number, number>();
    const tryCall = async (call: PublishedCall): Promise<void> => {
      let { sessionId } = await makeMember(stack.dataSource);
      const run = async (hostile: HostileRequest): Promise<void> => {
        if (ENDS_SESSION.has(call.name)) ({ sessionId } = await makeMember(stack.dataSource));
        const answer = await send(backend.url, call.method, hostile, sessionId);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expectContract(answer);
      };
      // Half as a stranger, half as the owner of what is there.
      for (const session of [sessionId, String(world.sessions.owner)]) {
        if (!ENDS_SESSION.has(call.name)) sessionId = session;
        await fc.assert(fc.asyncProperty(hostileRequests(call, known), run), {
          numRuns: Math.ceil(REQUESTS / calls.length / 2),
          seed: SEED,
          endOnFailure: true,
        });
      }
    };
    const waiting = [...calls];
    // Some calls wait long, for the hash of a password say: the others need not wait for them.
    const lane = async (): Promise<void> => {
      for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) await tryCall(call);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    // The requests are not all refused at the door: enough of them come through to what a call does.
    const succeeded = [...statuses].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
    expect(succeeded / sent).toBeGreaterThan(0.1);
  }, 600_000);
});
