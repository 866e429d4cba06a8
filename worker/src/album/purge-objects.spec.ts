import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { UPLOAD } from '@oniverse/contracts';
import {
  Attachment,
  Case,
  CaseFile,
  LinkPreview,
  type ObjectState,
  StoredObject,
  storeKeyOf,
  UploadPart,
  User,
} from '@oniverse/data';
import { createLogger, ObjectStore } from '@oniverse/platform';
import { DedicatedTestStack, makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { In } from 'typeorm';
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

  const attachments = () => stack.dataSource.getRepository(Attachment);
  /** Creates an upload that is an attachment, with a rendition. @returns their paths, and the attachment's id */
  const createAttachment = async (state: ObjectState, createdAt: Date, owner: Partial<Attachment> = {}) => {
    const objectPath = await createObject({ state, createdAt });
    const rendition = await createObject({ state: 'used', renditionOf: objectPath, width: 320 });
    const { id } = await attachments().save({
      userId,
      objectPath,
      name: 'roof.jpg',
      size: 1,
      kind: 'picture',
      readyAt: createdAt,
      ...owner,
    });
    return { id, paths: [objectPath, rendition] };
  };
  const expectExisting = async (paths: readonly string[], expected: boolean) => {
    for (const path of paths) expect(await exists(path)).toEqual([expected, expected]);
  };

  it('TLK-303 deletes attachments that nothing claimed within 24 hours, with their objects', async () => {
    const { channel } = await makeServer(stack.dataSource);
    const old = ago(UPLOAD.unclaimedMs + MINUTE_MS);
    const claim = { messageId: randomUUID(), channelId: channel.id, place: 1 };
    const unclaimed = await createAttachment('stored', old);
    const recent = await createAttachment('stored', ago(UPLOAD.unclaimedMs - MINUTE_MS));
    const claimed = await createAttachment('used', old, claim);
    const neverArrived = await attachments().save({
      userId,
      objectPath: await createObject({ state: 'awaited', uploadExpiresAt: ago(1_000) }),
      name: 'roof.jpg',
      size: 1,
    });
    await purge.run();
    await expectExisting([...unclaimed.paths, neverArrived.objectPath], false);
    await expectExisting([...recent.paths, ...claimed.paths], true);
    expect(await attachments().findBy({ userId })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: recent.id }),
        expect.objectContaining({ id: claimed.id, messageId: claim.messageId }),
      ]),
    );
    expect(await attachments().countBy({ userId })).toBe(2);
  });

  it('TLK-303 leaves an attachment that a message claims at the same time', async () => {
    const { channel } = await makeServer(stack.dataSource);
    const { id, paths } = await createAttachment('stored', ago(UPLOAD.unclaimedMs + MINUTE_MS));
    await stack.dataSource.transaction(async (manager) => {
      await manager.query('UPDATE attachments SET message_id = uuidv7(), channel_id = $2 WHERE id = $1', [
        id,
        channel.id,
      ]);
      await manager.query(`UPDATE objects SET state = 'used' WHERE path = $1`, [paths[0]]);
      // It waits for nothing.
      await purge.run();
    });
    await purge.run();
    await expectExisting(paths, true);
  });

  it('TLK-305 retains the objects of a deleted attachment while a case needs them, also of an erased member', async () => {
    const cases = stack.dataSource.getRepository(Case);
    const { id: caseId } = await cases.save({ kind: 'message', reason: 'spam' });
    const { id: otherId } = await cases.save({ kind: 'message', reason: 'spam' });
    const { id, paths } = await createAttachment('used', ago(MINUTE_MS));
    const unreported = await createAttachment('used', ago(MINUTE_MS));
    const files = stack.dataSource.getRepository(CaseFile);
    await files.insert([caseId, otherId].map((each) => ({ caseId: each, path: paths[0] ?? '' })));
    await attachments().delete([id, unreported.id]);
    await purge.run();
    await expectExisting(paths, true);
    await expectExisting(unreported.paths, false);
    expect(await rows().findBy({ path: In(paths) })).toMatchObject([{ state: 'kept' }, { state: 'kept' }]);
    await stack.dataSource.getRepository(User).delete(userId);
    await cases.delete(otherId);
    await purge.run();
    expect(await rows().findBy({ path: In(paths) })).toMatchObject([{ userId: null }, { userId: null }]);
    await expectExisting(paths, true);
    await files.delete({ caseId });
    await purge.run();
    await expectExisting(paths, false);
  });

  it('TLK-376 aborts uploads in parts that expired or were discarded, and retains the others', async () => {
    const startUpload = async (row: Partial<StoredObject>) => {
      created += 1;
      const path = `/objects/object-${created}`;
      const key = storeKeyOf(path);
      const uploadId = await store.startParts(key, 'application/octet-stream');
      const putPart = () => store.putPart(key, uploadId, 1, Readable.from([Buffer.from('x')]), { size: 1 });
      const etag = String(await putPart());
      await rows().insert({ path, userId, partsUploadId: uploadId, ...row });
      await stack.dataSource.getRepository(UploadPart).insert({ path, number: 1, etag, sha256: 'x' });
      return { path, putPart };
    };
    const inAnHour = new Date(Date.now() + 60 * MINUTE_MS);
    const ended = await Promise.all([
      startUpload({ state: 'awaited', uploadExpiresAt: ago(1_000) }),
      startUpload({ state: 'awaited', uploadExpiresAt: inAnHour, userId: null }),
      startUpload({ state: 'discarded', uploadExpiresAt: inAnHour }),
    ]);
    const retained = await startUpload({ state: 'awaited', uploadExpiresAt: inAnHour });
    await purge.run();
    for (const { path, putPart } of ended) {
      expect(await rows().existsBy({ path })).toBe(false);
      expect(await putPart()).toBeUndefined();
    }
    expect(await retained.putPart()).toBeDefined();
    const parts = await stack.dataSource.getRepository(UploadPart).find();
    expect(parts.map(({ path }) => path)).toEqual([retained.path]);
  });

  it('GAP-104 deletes several batches with concurrent workers', async () => {
    const paths = await Promise.all(Array.from({ length: 250 }, () => createObject({ state: 'discarded' })));
    await Promise.all([purge.run(), purge.run(), purge.run()]);
    await purge.run();
    expect(await rows().countBy({ state: 'discarded' })).toBe(0);
    const remaining = await Promise.all(paths.map((path) => store.has(storeKeyOf(path))));
    expect(remaining).not.toContain(true);
  });

  it('GAP-104 TLK-303 retains the rows while the store is down, but nothing that a message could claim', async () => {
    const createdAt = ago(UPLOAD.unclaimedMs + MINUTE_MS);
    const path = await createObject({ state: 'stored', createdAt });
    const attachment = await createAttachment('stored', createdAt);
    await stack.killObjectStore();
    await expect(purge.run()).rejects.toThrow();
    for (const each of [path, ...attachment.paths])
      expect(await rows().findOneBy({ path: each })).toMatchObject({ state: 'discarded' });
    expect(await attachments().existsBy({ id: attachment.id })).toBe(false);
    await stack.startObjectStore();
    await purge.run();
    await expectExisting([path, ...attachment.paths], false);
  });

  it('GAP-104 runs periodically in a worker', async () => {
    const path = await createObject({ state: 'discarded' });
    worker = await createWorker(stack.config(), createLogger('test', 'silent'));
    await waitUntil('the purge', async () => !(await rows().existsBy({ path })));
    expect(await exists(path)).toEqual([false, false]);
  });
});
