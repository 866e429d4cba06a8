import http from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UPLOAD, type UploadTicket } from '@oniverse/contracts';
import { StoredObject, storeKeyOf } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { ObjectStore } from '@oniverse/platform';
import { BackendProcess, makeMember, DedicatedTestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makePictureFile } from '../../testing/picture-files.js';
import { getResidentBytes } from '../../testing/resident-bytes.js';

const MB = 1_048_576;
const UNAVAILABLE = {
  statusCode: 503,
  code: 'unavailable',
  message: expect.stringMatching(
    /^Part of the network is not responding\. Try again in a moment\. Code [0-9a-f]{8}\.$/,
  ),
  reason: 'unavailable',
  requestId: expect.any(String),
};

describe('uploads during failures', () => {
  let stack: DedicatedTestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await DedicatedTestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const rows = () => stack.dataSource.getRepository(StoredObject);
  const ticket = async (from: { api: BackendUnderTest['api'] }) => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { body } = await from.api
      .post('/api/objects/upload')
      .set(...bearer(sessionId))
      .expect(200);
    const upload: UploadTicket = body;
    return { sessionId, upload };
  };
  const beginPut = (address: string, size: number) => {
    const request = http.request(address, { method: 'PUT', headers: { 'content-length': size } });
    const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    const read = async (): Promise<{ status: number; body: unknown }> => {
      const { statusCode = 0 } = await answer;
      const body: unknown = await json(await answer);
      request.destroy();
      return { status: statusCode, body };
    };
    const answered = read();
    return { request, answered };
  };

  it('GAP-105 an unreachable store gets 503 and leaves no row', async () => {
    const config = stack.config();
    const withoutStore = await BackendUnderTest.start({
      ...config,
      objectStore: { ...config.objectStore, endpoint: new URL('http://127.0.0.1:1') },
    });
    const { upload } = await ticket(withoutStore);
    const bytes = makePictureFile('image/png', 200_000);
    const { request, answered } = beginPut(upload.uploadURL, bytes.length);
    request.end(bytes);
    expect(await answered).toEqual({ status: 503, body: UNAVAILABLE });
    expect(await rows().countBy({ path: upload.objectPath })).toBe(0);
    await withoutStore.stop();
  });

  it('GAP-105 a store that fails during an upload gets 503, and the row remains for the cleanup', async () => {
    const { sessionId, upload } = await ticket(backend);
    const { upload: earlier, sessionId: reader } = await ticket(backend);
    const bytes = makePictureFile('image/png', 8 * MB);
    const completed = beginPut(earlier.uploadURL, bytes.length);
    completed.request.end(bytes);
    expect(await completed.answered).toMatchObject({ status: 200 });
    const { request, answered } = beginPut(upload.uploadURL, bytes.length);
    request.write(bytes.subarray(0, 2 * MB));
    const store = new ObjectStore(stack.config().objectStore);
    await waitUntil('bytes in the store', () => store.has(storeKeyOf(upload.objectPath)));
    await stack.killObjectStore();
    request.write(bytes.subarray(2 * MB));
    expect(await answered).toEqual({ status: 503, body: UNAVAILABLE });
    // Maintenance later deletes the bytes with the help of this row.
    await waitUntil('the discarded row', async () => {
      const row = await rows().findOneBy({ path: upload.objectPath });
      return row?.state === 'discarded';
    });
    const failed = await backend.api
      .get(earlier.objectPath)
      .set(...bearer(reader))
      .expect(503);
    expect(failed.body).toEqual(UNAVAILABLE);
    await stack.startObjectStore();
    await backend.api
      .get(upload.objectPath)
      .set(...bearer(sessionId))
      .expect(404);
    await backend.api
      .get(earlier.objectPath)
      .set(...bearer(reader))
      .expect(200);
  });

  it('GAP-105 50 concurrent uploads of 10 MB need less memory than 50 pictures', async () => {
    const backendProcess = await BackendProcess.start(stack.env(), await freePort());
    try {
      const bytes = makePictureFile('image/jpeg', UPLOAD.maxBytes);
      const members = await Promise.all(Array.from({ length: 5 }, () => makeMember(stack.dataSource)));
      const tickets = await Promise.all(
        Array.from({ length: 50 }, async (_, n): Promise<UploadTicket> => {
          const [name, value] = bearer(String(members[n % members.length]?.sessionId));
          const answer = await fetch(`${backendProcess.url}/api/objects/upload`, {
            method: 'POST',
            headers: { [name]: value },
          });
          return answer.json();
        }),
      );
      const before = await getResidentBytes(backendProcess.pid);
      let peak = before;
      let done = false;
      const watching = waitUntil(
        'the end of the uploads',
        async () => {
          peak = Math.max(peak, await getResidentBytes(backendProcess.pid));
          return done;
        },
        55_000,
      );
      const answers = await Promise.all(
        tickets.map(({ uploadURL }) => {
          const { request, answered } = beginPut(uploadURL, bytes.length);
          Readable.from(partsOf(bytes)).pipe(request);
          return answered;
        }),
      );
      done = true;
      await watching;
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(peak - before).toBeLessThan(150 * MB);
    } finally {
      await backendProcess.stop();
    }
  });

  function* partsOf(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
});
