import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SNAPSHOT_DAYS, type Snapshot } from '@oniverse/contracts';
import { Case, CaseFile, newObjectPath, Report, StoredObject } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, TestStack } from '@oniverse/testing';
import { PurgeSnapshots } from './purge-snapshots.js';

const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const SNAPSHOT: Snapshot = {
  takenAt: daysAgo(400).toISOString(),
  title: 'Moon',
  username: 'lev_k',
  text: '',
  createdAt: daysAgo(400).toISOString(),
  channelName: null,
  before: null,
  after: null,
};

describe('PurgeSnapshots', () => {
  let stack: TestStack;
  let store: ObjectStore;

  beforeAll(async () => {
    stack = await TestStack.start();
    store = new ObjectStore(stack.config().objectStore);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const makeCase = async (key: string, closing: Partial<Case>): Promise<string> => {
    await store.put(key, Readable.from([Buffer.from('x')]), { size: 1, contentType: 'image/webp' });
    const { id } = await stack.dataSource
      .getRepository(Case)
      .save({ kind: 'picture', reason: 'spam', snapshot: SNAPSHOT, snapshotObject: key, ...closing });
    await stack.dataSource
      .getRepository(Report)
      .insert({ caseId: id, reporterId: null, reason: 'spam', note: 'Look.', snapshot: SNAPSHOT });
    return id;
  };
  const stateOf = async (id: string, key: string): Promise<unknown[]> => {
    const { snapshot, snapshotObject } = await stack.dataSource.getRepository(Case).findOneByOrFail({ id });
    const { note, snapshot: own } = await stack.dataSource
      .getRepository(Report)
      .findOneByOrFail({ caseId: id });
    return [snapshot === null && own === null, snapshotObject, note, await store.has(key)];
  };

  it('SAF-308 deletes snapshots, copied pictures and notes 180 days after their case was closed', async () => {
    const closed = { state: 'closed', outcome: 'none' } as const;
    const old = await makeCase('objects/old', { ...closed, closedAt: daysAgo(SNAPSHOT_DAYS + 1) });
    // Reported again after its snapshot was deleted.
    const again = await makeCase('objects/again', { ...closed, closedAt: daysAgo(200), snapshot: null });
    const recent = await makeCase('objects/recent', { ...closed, closedAt: daysAgo(SNAPSHOT_DAYS - 1) });
    const { user } = await makeMember(stack.dataSource);
    const open = await makeCase('objects/open', { openedAt: daysAgo(400), aboutUserId: user.id });
    const job = new PurgeSnapshots(stack.dataSource, store);
    expect(await job.run()).toBe(2);
    expect(await stateOf(old, 'objects/old')).toEqual([true, null, null, false]);
    expect(await stateOf(again, 'objects/again')).toEqual([true, null, null, false]);
    expect(await stateOf(recent, 'objects/recent')).toEqual([false, 'objects/recent', 'Look.', true]);
    expect(await stateOf(open, 'objects/open')).toEqual([false, 'objects/open', 'Look.', true]);
    expect(await job.run()).toBe(0);
  });

  it('TLK-305 forgets the files of the same cases', async () => {
    const files = stack.dataSource.getRepository(CaseFile);
    const makeFileCase = async (key: string, days: number, closing: Partial<Case> = {}): Promise<string> => {
      const caseId = await makeCase(key, {
        state: 'closed',
        outcome: 'none',
        closedAt: daysAgo(days),
        ...closing,
      });
      const path = newObjectPath();
      await stack.dataSource.getRepository(StoredObject).insert({ path, state: 'kept' });
      await files.insert({ caseId, path });
      return caseId;
    };
    await makeFileCase('objects/files', SNAPSHOT_DAYS + 1);
    const recent = await makeFileCase('objects/recent-files', SNAPSHOT_DAYS - 1);
    const job = new PurgeSnapshots(stack.dataSource, store);
    expect(await job.run()).toBe(1);
    expect(await files.find()).toMatchObject([{ caseId: recent }]);
    // Its snapshots were deleted before.
    await stack.dataSource.query(`UPDATE reports SET note = NULL, snapshot = NULL WHERE case_id = $1`, [
      recent,
    ]);
    await stack.dataSource
      .getRepository(Case)
      .update(recent, { snapshot: null, snapshotObject: null, closedAt: daysAgo(SNAPSHOT_DAYS + 1) });
    expect(await job.run()).toBe(1);
    expect(await files.count()).toBe(0);
  });

  it('ACC-192 deletes those of an open case about an erased member 180 days after it was opened', async () => {
    const old = await makeCase('objects/erased', { openedAt: daysAgo(SNAPSHOT_DAYS + 1) });
    const recent = await makeCase('objects/erased-lately', { openedAt: daysAgo(SNAPSHOT_DAYS - 1) });
    expect(await new PurgeSnapshots(stack.dataSource, store).run()).toBe(1);
    expect(await stateOf(old, 'objects/erased')).toEqual([true, null, null, false]);
    expect(await stateOf(recent, 'objects/erased-lately')).toEqual([
      false,
      'objects/erased-lately',
      'Look.',
      true,
    ]);
  });
});
