import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { ObjectStore } from './objects.js';
import { isOutage } from './problems.js';

describe('the object store', () => {
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

  it('keeps what is put, and gives it back whole or in part', async () => {
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

  it('puts in the place of what was there', async () => {
    await put('objects/again');
    await put('objects/again', Buffer.from('b'));
    expect(await get('objects/again')).toEqual(Buffer.from('b'));
    expect(await get('objects/again', { start: 0, end: 0 })).toEqual(Buffer.from('b'));
  });

  it('knows what is not there', async () => {
    expect(await store.has('objects/none')).toBe(false);
    expect(await store.get('objects/none')).toBeUndefined();
  });

  it('takes away many at once, and minds none that is not there', async () => {
    await Promise.all([put('objects/a'), put('objects/b'), put('objects/c')]);
    await store.remove(['objects/a', 'objects/none', 'objects/b']);
    expect(await store.has('objects/a')).toBe(false);
    expect(await store.has('objects/b')).toBe(false);
    expect(await store.has('objects/c')).toBe(true);
    await store.remove([]);
  });

  it('ends with the error of what it was given, asked for no more than it could send', async () => {
    let asked = 0;
    async function* broken(): AsyncGenerator<Buffer> {
      asked += 1;
      yield await Promise.resolve(BYTES);
      throw new Error('The client went away');
    }
    await expect(store.put('objects/broken', broken(), { size: 1_000, contentType: TYPE })).rejects.toThrow(
      'The client went away',
    );
    expect(asked).toBe(1);
  });

  it('is an outage where nothing listens, and asks nothing of what it was given', async () => {
    const nowhere = new ObjectStore({
      ...stack.config().objectStore,
      endpoint: new URL('http://127.0.0.1:1'),
    });
    let asked = false;
    async function* chunks(): AsyncGenerator<Buffer> {
      asked = true;
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
    expect(asked).toBe(false);
  });

  it('is an outage where the store refuses', async () => {
    const stranger = new ObjectStore({ ...stack.config().objectStore, secretKey: 'wrong' });
    for (const refused of [
      stranger.get('objects/one'),
      stranger.has('objects/one'),
      stranger.put('objects/one', Readable.from([BYTES]), { size: BYTES.length, contentType: TYPE }),
    ]) {
      const failure: unknown = await refused.then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(isOutage(failure)).toBe(true);
    }
  });
});
