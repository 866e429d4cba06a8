import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { ObjectStore } from './objects.js';
import { isOutage } from './problems.js';

describe('ObjectStore', () => {
  let stack: TestStack;
  let store: ObjectStore;
  const BYTES = Buffer.from('a picture of the night sky');
  const TYPE = 'image/png';

  beforeAll(async () => {
    stack = await TestStack.start();
    store = new ObjectStore(stack.config().objectStore);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const put = (key: string, bytes = BYTES) =>
    store.put(key, Readable.from([bytes]), { size: bytes.length, contentType: TYPE });
  const get = async (...[key, range]: Parameters<ObjectStore['get']>) => {
    const stream = await store.get(key, range);
    return stream && (await buffer(stream));
  };

  it('stores an object and returns all of it or a range', async () => {
    await put('objects/one');
    expect(await store.has('objects/one')).toBe(true);
    expect(await get('objects/one')).toEqual(BYTES);
    for (const [start, end] of [
      [0, 0],
      [0, 1],
      [2, 8],
      [20, BYTES.length - 1],
      [0, BYTES.length - 1],
    ] as const) {
      expect(await get('objects/one', { start, end })).toEqual(BYTES.subarray(start, end + 1));
    }
  });

  it('replaces an object', async () => {
    await put('objects/again');
    await put('objects/again', Buffer.from('b'));
    expect(await get('objects/again')).toEqual(Buffer.from('b'));
    expect(await get('objects/again', { start: 0, end: 0 })).toEqual(Buffer.from('b'));
  });

  it('reports a missing object', async () => {
    expect(await store.has('objects/none')).toBe(false);
    expect(await store.get('objects/none')).toBeUndefined();
  });

  it('removes several objects and ignores missing ones', async () => {
    await Promise.all([put('objects/a'), put('objects/b'), put('objects/c')]);
    await store.remove(['objects/a', 'objects/none', 'objects/b']);
    expect(await store.has('objects/a')).toBe(false);
    expect(await store.has('objects/b')).toBe(false);
    expect(await store.has('objects/c')).toBe(true);
    await store.remove([]);
  });

  it('rejects with the error of the chunks, and reads no more than it can send', async () => {
    let reads = 0;
    async function* broken(): AsyncGenerator<Buffer> {
      reads += 1;
      yield await Promise.resolve(BYTES);
      throw new Error('The client went away');
    }
    await expect(store.put('objects/broken', broken(), { size: 1_000, contentType: TYPE })).rejects.toThrow(
      'The client went away',
    );
    expect(reads).toBe(1);
  });

  it('reports an outage if nothing listens, without reading the chunks', async () => {
    const nowhere = new ObjectStore({
      ...stack.config().objectStore,
      endpoint: new URL('http://127.0.0.1:1'),
    });
    let isRead = false;
    async function* chunks(): AsyncGenerator<Buffer> {
      isRead = true;
      yield await Promise.resolve(BYTES);
    }
    const failures = await Promise.allSettled([
      nowhere.put('objects/x', chunks(), { size: BYTES.length, contentType: TYPE }),
      nowhere.get('objects/x'),
      nowhere.has('objects/x'),
    ]);
    for (const failure of failures) {
      expect(failure.status === 'rejected' && isOutage(failure.reason)).toBe(true);
    }
    expect(isRead).toBe(false);
  });

  it('reports an outage if the store rejects the credentials', async () => {
    const unauthorised = new ObjectStore({ ...stack.config().objectStore, secretKey: 'wrong' });
    for (const refused of [
      unauthorised.get('objects/one'),
      unauthorised.has('objects/one'),
      unauthorised.put('objects/one', Readable.from([BYTES]), { size: BYTES.length, contentType: TYPE }),
    ]) {
      const failure: unknown = await refused.then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(isOutage(failure)).toBe(true);
    }
  });
});

describe('ObjectStore with a full store', () => {
  let http: Server;
  let store: ObjectStore;
  let refusal: { status: number; body: string } | undefined;
  const writes: string[] = [];

  beforeAll(async () => {
    http = createServer((request, response) => {
      request.resume();
      if (request.method === 'PUT') writes.push(String(request.url));
      if (request.method !== 'PUT' || !refusal) response.end();
      else response.writeHead(refusal.status).end(refusal.body);
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const { port }: Pick<AddressInfo, 'port'> = Object(http.address());
    store = new ObjectStore({
      endpoint: new URL(`http://127.0.0.1:${port}`),
      accessKey: 'test',
      secretKey: 'only-for-tests',
      bucket: 'oniverse',
      region: 'us-east-1',
    });
  });

  afterAll(() => {
    http.close();
  });

  const put = () =>
    store.put('objects/one', Readable.from([Buffer.of(1)]), { size: 1, contentType: 'image/png' });

  it.each([
    [507, '', 'storage_full'],
    [
      500,
      '<Error><Code>InternalError</Code><Message>ENOSPC: no space left on device</Message></Error>',
      'storage_full',
    ],
    [500, '<Error><Code>InternalError</Code></Error>', 'unavailable'],
  ])('maps the response %i %s to %s', async (status, body, code) => {
    refusal = { status, body };
    await expect(put()).rejects.toMatchObject({
      code,
      cause: expect.objectContaining({ message: expect.stringContaining(String(status)) }),
    });
  });

  it('fails the write check until the store has space again', async () => {
    refusal = { status: 507, body: '' };
    await expect(put()).rejects.toMatchObject({ code: 'storage_full' });
    await store.ping();
    await expect(store.assertWritable()).rejects.toMatchObject({ code: 'storage_full' });
    refusal = undefined;
    await store.assertWritable();
    // A recent write makes another one unnecessary.
    const before = writes.length;
    await store.assertWritable();
    expect(writes).toHaveLength(before);
    refusal = { status: 507, body: '' };
    await expect(put()).rejects.toMatchObject({ code: 'storage_full' });
    await expect(store.assertWritable()).rejects.toMatchObject({ code: 'storage_full' });
  });
});
