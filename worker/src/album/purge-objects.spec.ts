import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { UPLOAD } from '@oniverse/contracts';
import { LinkPreview, StoredObject, storeKeyOf } from '@oniverse/data';
import { createLogger, ObjectStore } from '@oniverse/platform';
import { makeMember, DedicatedTestStack, waitUntil } from '@oniverse/testing';
import { createWorker } from '../worker.module.js';
import { PurgeObjects } from './purge-objects.js';

const MINUTE_MS = 60_000;
const ago = (ms: number): Date => new Date(Date.now() - ms);

describe('PurgeObjects', () => {
  let stack: DedicatedTestStack;
  let store: ObjectStore;
  let purge: PurgeObjects;
  let worker: INestApplicationContext | undefined;
  let userId: string;
  let created = 0;

  beforeAll(async () => {
    stack = await DedicatedTestStack.startOnSharedPostgres();
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
  const createObject = async (row: Partial<StoredObject>): Promise<string> => {
    created += 1;
    const path = `/objects/object-${created}`;
    await rows().insert({ path, userId, ...row });
    await store.put(storeKeyOf(path), Readable.from([Buffer.from('x')]), {
      size: 1,
      contentType: 'image/png',
    });
    return path;
  };
  const exists = async (path: string): Promise<boolean[]> => [
    await rows().existsBy({ path }),
    await store.has(storeKeyOf(path)),
  ];

  it('GAP-104 deletes unused objects and retains the others', async () => {
    const unused = await Promise.all([
      createObject({ state: 'discarded' }),
      createObject({ state: 'awaited', uploadExpiresAt: ago(1_000) }),
      createObject({ state: 'arriving', uploadExpiresAt: ago(61 * MINUTE_MS) }),
      createObject({ state: 'stored', createdAt: ago(UPLOAD.unclaimedMs + MINUTE_MS) }),
      createObject({ state: 'used', userId: null }),
      createObject({ state: 'spent', createdAt: ago(31 * 24 * 60 * MINUTE_MS) }),
      createObject({ state: 'stored', userId: null }),
      createObject({ state: 'awaited', userId: null, uploadExpiresAt: new Date(Date.now() + MINUTE_MS) }),
      createObject({ state: 'arriving', userId: null, uploadExpiresAt: ago(61 * MINUTE_MS) }),
    ]);
    const retained = await Promise.all([
      createObject({ state: 'awaited', uploadExpiresAt: new Date(Date.now() + MINUTE_MS) }),
      createObject({ state: 'arriving', uploadExpiresAt: ago(59 * MINUTE_MS) }),
      // The uploading request discards it when it finds no owner.
      createObject({ state: 'arriving', userId: null, uploadExpiresAt: ago(MINUTE_MS) }),
      createObject({ state: 'stored', createdAt: ago(UPLOAD.unclaimedMs - MINUTE_MS) }),
      createObject({ state: 'used', createdAt: ago(30 * UPLOAD.unclaimedMs) }),
    ]);
    const ofPreview = await createObject({ state: 'used', userId: null });
    await stack.dataSource
      .getRepository(LinkPreview)
      .insert({ addressHash: 'x', state: 'found', picturePath: ofPreview, expiresAt: ago(0) });
    retained.push(ofPreview);
    const spent = await createObject({ state: 'spent', size: 1, contentType: 'image/png', sha256: 'x' });
    await purge.run();
    expect(await exists(spent)).toEqual([true, false]);
    for (const path of unused) expect(await exists(path)).toEqual([false, false]);
    for (const path of retained) expect(await exists(path)).toEqual([true, true]);
  });

  it('GAP-104 deletes several batches with concurrent workers', async () => {
    const paths = await Promise.all(Array.from({ length: 250 }, () => createObject({ state: 'discarded' })));
    await Promise.all([purge.run(), purge.run(), purge.run()]);
    await purge.run();
    expect(await rows().countBy({ state: 'discarded' })).toBe(0);
    const remaining = await Promise.all(paths.map((path) => store.has(storeKeyOf(path))));
    expect(remaining).not.toContain(true);
  });

  it('GAP-104 retains the rows while the store is down, and deletes them in the next run', async () => {
    const path = await createObject({ state: 'stored', createdAt: ago(UPLOAD.unclaimedMs + MINUTE_MS) });
    await stack.killObjectStore();
    await expect(purge.run()).rejects.toThrow();
    expect(await rows().findOneBy({ path })).toMatchObject({ state: 'discarded' });
    await stack.startObjectStore();
    await purge.run();
    expect(await exists(path)).toEqual([false, false]);
  });

  it('GAP-104 runs periodically in a worker', async () => {
    const path = await createObject({ state: 'discarded' });
    worker = await createWorker(stack.config(), createLogger('test', 'silent'));
    await waitUntil('the purge', async () => !(await rows().existsBy({ path })));
    expect(await exists(path)).toEqual([false, false]);
  });
});
