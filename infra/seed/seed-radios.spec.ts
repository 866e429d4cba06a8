import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Attachment,
  createMigrationSource,
  PLATFORM_ACCOUNT,
  Radio,
  RadioTrack,
  StoredObject,
  storeKeyOf,
} from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { TestStack } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { PUBLIC_DIMENSIONS } from './public-dimensions.js';
import { seed } from './seed.js';
import { seedRadios } from './seed-radios.js';
import { SEEDED_TRACKS } from './seeded-tracks.js';

const ON_AIR = PUBLIC_DIMENSIONS.flatMap(({ channels }) => channels).find(
  ({ name }) => name === 'on-air',
)!.id;
const MOST_BYTES = 1_500_000;

describe('the seeded radio', () => {
  let stack: TestStack;
  let source: DataSource;
  let store: ObjectStore;

  beforeAll(async () => {
    stack = await TestStack.start();
    store = new ObjectStore(stack.config().objectStore);
    await seed(stack.dataSource);
    source = await createMigrationSource(stack.env()['DATABASE_URL'] ?? '').initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await stack.stop();
  });

  const radios = () => stack.dataSource.getRepository(Radio);
  const tracks = () => stack.dataSource.getRepository(RadioTrack).find({ order: { id: 'ASC' } });

  it('TLK-616 begins with the files of the project, which everybody reads who reads the channel', async () => {
    expect(await radios().find()).toMatchObject([{ channelId: ON_AIR, awaitsTracks: true }]);
    // Two processes at the same time.
    await Promise.all([seedRadios(stack.dataSource, store), seedRadios(stack.dataSource, store)]);
    expect(await radios().find()).toMatchObject([{ channelId: ON_AIR, awaitsTracks: false, trackId: null }]);
    const rows = await tracks();
    expect(rows.map(({ title, durationMs }) => ({ title, durationMs }))).toEqual(
      SEEDED_TRACKS.map(({ title, durationMs }) => ({ title, durationMs })),
    );
    const sizes: number[] = [];
    for (const { id, userId } of rows) {
      expect(userId).toBe(PLATFORM_ACCOUNT.id);
      const { objectPath } = await stack.dataSource
        .getRepository(Attachment)
        .findOneByOrFail({ trackId: id });
      const object = await stack.dataSource.getRepository(StoredObject).findOneByOrFail({ path: objectPath });
      const chunks: Buffer[] = await (await store.get(storeKeyOf(objectPath)))!.toArray();
      const bytes = Buffer.concat(chunks);
      expect(object).toMatchObject({
        state: 'used',
        contentType: 'audio/mpeg',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
      sizes.push(bytes.length);
    }
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
  });

  it('TLK-616 keeps what its owner removed away, also if the seed runs again', async () => {
    const [first, ...others] = await tracks();
    await stack.dataSource.getRepository(RadioTrack).delete({ id: first!.id });
    await seed(stack.dataSource);
    await seedRadios(stack.dataSource, store);
    expect((await tracks()).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
  });

  it.each([
    ['TLK-616 begins in an existing installation', 'SELECT', [{ channelId: ON_AIR, awaitsTracks: true }]],
    [
      'TLK-616 does not begin where the channel has another name',
      `UPDATE channels SET name = 'studio' WHERE id = '${ON_AIR}'`,
      [],
    ],
  ])('%s', async (_, change, expected) => {
    const runner = source.createQueryRunner();
    const migration = source.migrations.find(({ name }) => name === 'Radios1795803000001');
    if (!migration) throw new Error('There is no such migration.');
    await runner.startTransaction();
    try {
      await migration.down(runner);
      await runner.query(change);
      await migration.up(runner);
      expect(await runner.manager.getRepository(Radio).find()).toMatchObject(expected);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
