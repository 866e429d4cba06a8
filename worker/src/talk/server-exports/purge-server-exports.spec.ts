import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXPORT_TYPE } from '@oniverse/contracts';
import { newArchiveKey, Server, type ServerExport, User } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { ExportFixture } from '../../testing/export-fixture.js';
import { PurgeServerExports } from './purge-server-exports.js';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);

async function* once(bytes: Buffer) {
  yield bytes;
}

/** Returns a UUIDv7 of a time. */
const idOf = (at: Date): string => {
  const time = at.getTime().toString(16).padStart(12, '0');
  const random = crypto.randomUUID().slice(19);
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-${random}`;
};

describe('PurgeServerExports', () => {
  let stack: TestStack;
  let exports: ExportFixture;
  let purge: PurgeServerExports;

  beforeAll(async () => {
    stack = await TestStack.start();
    exports = new ExportFixture(stack);
    purge = new PurgeServerExports(stack.dataSource, exports.store);
  });

  afterAll(async () => {
    await stack.stop();
  });

  /** Inserts an export with an archive in the store, in a server of its own. */
  const insert = async (values: Partial<ServerExport>) => {
    const { server, owner } = await makeServer(stack.dataSource);
    const objectKey = newArchiveKey();
    await exports.store.put(objectKey, once(Buffer.from('x')), { size: 1, contentType: EXPORT_TYPE });
    const { id } = await exports.rows.save({ serverId: server.id, userId: owner.id, objectKey, ...values });
    return { id, objectKey, server, owner };
  };
  const done = { state: 'done', size: '1', finishedAt: new Date(), expiresAt: daysFromNow(1) } as const;
  const failed = { state: 'failed', failure: 'cancelled', finishedAt: new Date() } as const;
  const isStored = async ({ id, objectKey }: { id: string; objectKey: string }) => [
    (await exports.find(id)).objectKey === objectKey,
    await exports.store.has(objectKey),
  ];

  it('TLK-546 deletes archives that expired, failed, or lost their dimension or owner, and no others', async () => {
    const [ofServer, ofOwner] = [await insert(done), await insert(done)];
    await stack.dataSource.getRepository(Server).delete({ id: ofServer.server.id });
    const successor = (await makeMember(stack.dataSource)).user;
    await stack.dataSource.getRepository(Server).update({ id: ofOwner.server.id }, { ownerId: successor.id });
    await stack.dataSource.getRepository(User).delete({ id: ofOwner.owner.id });
    const unused = [
      ofServer,
      ofOwner,
      await insert({ ...done, expiresAt: daysFromNow(-1) }),
      await insert(failed),
      await insert({ ...failed, claimedUntil: daysFromNow(-1) }),
    ];
    const kept = [
      await insert(done),
      await insert({ state: 'running' }),
      // Its worker still stops.
      await insert({ ...failed, claimedUntil: daysFromNow(1) }),
    ];
    expect(await purge.run()).toBe(unused.length);
    for (const each of unused) expect(await isStored(each)).toEqual([false, false]);
    for (const each of kept) expect(await isStored(each)).toEqual([true, true]);
  });

  it('TLK-546 aborts the uploads that killed workers left', async () => {
    const { id, objectKey } = await insert(failed);
    const partsUploadId = await exports.store.startParts(objectKey, EXPORT_TYPE);
    await exports.rows.update({ id }, { partsUploadId });
    await purge.run();
    const part = exports.store.putPart(objectKey, partsUploadId, 1, once(Buffer.from('x')), { size: 1 });
    expect(await part).toBeUndefined();
    expect(await exports.find(id)).toMatchObject({ objectKey: null, partsUploadId: null });
  });

  it('TLK-546 deletes entries after a year, and those of deleted dimensions once they count for no quota', async () => {
    const none = { ...failed, objectKey: null };
    const gone = { ...none, serverId: null };
    const deleted = [
      await insert({ ...none, id: idOf(daysFromNow(-366)) }),
      await insert({ ...gone, id: idOf(daysFromNow(-2)) }),
      await insert({ ...gone, userId: null }),
    ];
    const kept = [
      await insert({ ...none, id: idOf(daysFromNow(-364)) }),
      await insert(gone),
      await insert({ ...none, userId: null }),
    ];
    await purge.run();
    for (const { id } of deleted) expect(await exports.rows.existsBy({ id })).toBe(false);
    for (const { id } of kept) expect(await exports.rows.existsBy({ id })).toBe(true);
  });
});
