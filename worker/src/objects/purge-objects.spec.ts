import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { UPLOAD } from '@oniverse/contracts';
import { StoredObject, storeKeyOf } from '@oniverse/data';
import { createLogger, ObjectStore } from '@oniverse/platform';
import { makeMember, TestStack, until } from '@oniverse/testing';
import { createWorker } from '../worker.js';
import { PurgeObjects } from './purge-objects.js';

const MINUTE = 60_000;
const ago = (ms: number): Date => new Date(Date.now() - ms);

describe('purging objects', () => {
  let stack: TestStack;
  let store: ObjectStore;
  let purge: PurgeObjects;
  let worker: INestApplicationContext | undefined;
  let userId: string;
  let made = 0;

  beforeAll(async () => {
    stack = await TestStack.start();
    store = new ObjectStore(stack.config().objectStore);
    purge = new PurgeObjects(stack.dataSource, store);
  });

  beforeEach(async () => {
    userId = (await makeMember(stack.dataSource)).user.id;
  });

  afterAll(async () => {
    await worker?.close();
    await stack.stop();
  });

  const rows = () => stack.dataSource.getRepository(StoredObject);
  const make = async (row: Partial<StoredObject>): Promise<string> => {
    made += 1;
    const path = `/objects/object-${made}`;
    await rows().insert({ path, userId, ...row });
    await store.put(storeKeyOf(path), Readable.from([Buffer.from('x')]), {
      size: 1,
      contentType: 'image/png',
    });
    return path;
  };
  const isThere = async (path: string): Promise<boolean[]> => [
    await rows().existsBy({ path }),
    await store.has(storeKeyOf(path)),
  ];

  it('GAP-104 takes away what nobody needs, and leaves the rest', async () => {
    const gone = await Promise.all([
      make({ state: 'discarded' }),
      make({ state: 'awaited', uploadExpiresAt: ago(1_000) }),
      make({ state: 'arriving', uploadExpiresAt: ago(61 * MINUTE) }),
      make({ state: 'stored', createdAt: ago(UPLOAD.unclaimedMs + MINUTE) }),
      make({ state: 'used', userId: null }),
      make({ state: 'stored', userId: null }),
      make({ state: 'awaited', userId: null, uploadExpiresAt: new Date(Date.now() + MINUTE) }),
      make({ state: 'arriving', userId: null, uploadExpiresAt: ago(61 * MINUTE) }),
    ]);
    const kept = await Promise.all([
      make({ state: 'awaited', uploadExpiresAt: new Date(Date.now() + MINUTE) }),
      make({ state: 'arriving', uploadExpiresAt: ago(59 * MINUTE) }),
      // Whoever brings it finds that its member is gone, and takes it away.
      make({ state: 'arriving', userId: null, uploadExpiresAt: ago(MINUTE) }),
      make({ state: 'stored', createdAt: ago(UPLOAD.unclaimedMs - MINUTE) }),
      make({ state: 'used', createdAt: ago(30 * UPLOAD.unclaimedMs) }),
    ]);
    await purge.run();
    for (const path of gone) expect(await isThere(path)).toEqual([false, false]);
    for (const path of kept) expect(await isThere(path)).toEqual([true, true]);
  });

  it('GAP-104 takes away more than one batch, on several workers at once, and again', async () => {
    const paths = await Promise.all(Array.from({ length: 250 }, () => make({ state: 'discarded' })));
    await Promise.all([purge.run(), purge.run(), purge.run()]);
    await purge.run();
    expect(await rows().countBy({ state: 'discarded' })).toBe(0);
    const left = await Promise.all(paths.map((path) => store.has(storeKeyOf(path))));
    expect(left).not.toContain(true);
  });

  it('GAP-104 keeps the rows while the store is down, and does it the next time', async () => {
    const path = await make({ state: 'stored', createdAt: ago(UPLOAD.unclaimedMs + MINUTE) });
    await stack.killObjectStore();
    await expect(purge.run()).rejects.toThrow();
    expect(await rows().findOneBy({ path })).toMatchObject({ state: 'discarded' });
    await stack.startObjectStore();
    await purge.run();
    expect(await isThere(path)).toEqual([false, false]);
  });

  it('GAP-104 is done by the worker, by itself', async () => {
    const path = await make({ state: 'discarded' });
    worker = await createWorker(stack.config(), createLogger('test', 'silent'));
    await until('the purge', async () => !(await rows().existsBy({ path })));
    expect(await isThere(path)).toEqual([false, false]);
  });
});
