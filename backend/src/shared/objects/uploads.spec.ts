import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { UploadTicket } from '@oniverse/contracts';
import { StoredObject, storeKeyOf } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makePictureFile } from '../../testing/picture-files.js';
import { CONCURRENT_UPLOADS } from './upload-slots.js';

const BYTES = makePictureFile('image/png', 2_000_000);
const UNAVAILABLE = {
  statusCode: 503,
  code: 'unavailable',
  message: expect.stringMatching(
    /^Part of the network is not responding\. Try again in a moment\. Code [0-9a-f]{8}\.$/,
  ),
  reason: 'unavailable',
  requestId: expect.any(String),
};
/** Instead of the minute in which a store must answer. */
const LIMIT_MS = 200;

type Failure = 'refuses' | 'cuts' | 'stalls';

/** Leads to a store, and fails in the middle of each upload while `failure` is set. A store that stalls never answers. */
class UnreliableStore {
  failure: Failure | undefined;
  private readonly server = http.createServer((request, response) => this.forward(request, response));

  constructor(private readonly target: URL) {}

  async start(): Promise<URL> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const { port }: Pick<AddressInfo, 'port'> = Object(this.server.address());
    return new URL(`http://127.0.0.1:${port}`);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const isUpload = request.method === 'PUT' && Number(request.headers['content-length']) === BYTES.length;
    const { hostname, port } = this.target;
    const { method, headers, url } = request;
    const forwarded = http.request({ hostname, port, method, headers, path: String(url) }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    if (!isUpload && this.failure === 'stalls') return;
    request.pipe(forwarded);
    if (isUpload) request.once('data', () => this.fail(request, response, forwarded));
  }

  private fail(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    forwarded: http.ClientRequest,
  ): void {
    if (this.failure === undefined) return;
    request.unpipe(forwarded);
    if (this.failure === 'cuts') request.destroy();
    if (this.failure !== 'stalls') forwarded.destroy();
    if (this.failure === 'refuses') response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
  }
}

describe('uploads to a store that fails in the middle of them', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let unreliable: UnreliableStore;
  let store: ObjectStore;

  beforeAll(async () => {
    stack = await TestStack.start();
    const { objectStore } = stack.config();
    store = new ObjectStore(objectStore);
    unreliable = new UnreliableStore(objectStore.endpoint);
    const endpoint = await unreliable.start();
    backend = await BackendUnderTest.start(stack.config({ objectStore: { ...objectStore, endpoint } }));
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(async () => {
    unreliable.stop();
    await backend.stop();
    await stack.stop();
  });

  /** Uploads as many pictures at a time as a member may. */
  const uploadAll = (sessionId: string) =>
    Promise.all(
      Array.from({ length: CONCURRENT_UPLOADS.perMember.uploads }, async () => {
        const { body } = await backend.api
          .post('/api/objects/upload')
          .set(...bearer(sessionId))
          .expect(200);
        const { uploadURL, objectPath }: UploadTicket = body;
        const request = http.request(uploadURL, { method: 'PUT' }).end(BYTES);
        const [answer]: http.IncomingMessage[] = await once(request, 'response');
        return {
          path: objectPath,
          status: answer?.statusCode,
          retryAfter: answer?.headers['retry-after'],
          body: await json(answer!),
        };
      }),
    );
  const shortenLimits = () => {
    const { setTimeout: limit } = http.ClientRequest.prototype;
    jest.spyOn(http.ClientRequest.prototype, 'setTimeout').mockImplementation(function (
      this: http.ClientRequest,
      _ms,
      done,
    ) {
      return limit.call(this, LIMIT_MS, done);
    });
    const { timeout } = AbortSignal;
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(LIMIT_MS));
  };
  const rowOf = (path: string) => stack.dataSource.getRepository(StoredObject).findOneBy({ path });

  it.each<[Failure, string, boolean]>([
    ['refuses', 'answers with an error', false],
    ['cuts', 'cuts the connection', false],
    ['stalls', 'never answers again', true],
  ])(
    'LIV-133 a store that %s uploads leaves no part of them, and no slot taken: it %s',
    async (failure, _, isLeft) => {
      if (failure === 'stalls') shortenLimits();
      const { sessionId } = await makeMember(stack.dataSource);

      unreliable.failure = failure;
      const failed = await uploadAll(sessionId);
      unreliable.failure = undefined;
      jest.restoreAllMocks();
      for (const { path, status, retryAfter, body } of failed) {
        expect({ status, body }).toEqual({ status: 503, body: UNAVAILABLE });
        expect(Number(retryAfter)).toBeGreaterThan(0);
        // Maintenance deletes what the store does not.
        expect((await rowOf(path))?.state).toBe(isLeft ? 'discarded' : undefined);
        if (!isLeft) expect(await store.has(storeKeyOf(path))).toBe(false);
        await backend.api
          .get(path)
          .set(...bearer(sessionId))
          .expect(404);
      }
      for (const { path, status } of await uploadAll(sessionId)) {
        expect(status).toBe(200);
        expect((await rowOf(path))?.state).toBe('stored');
        expect(await store.has(storeKeyOf(path))).toBe(true);
      }
    },
  );
});
