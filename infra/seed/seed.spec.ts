import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Channel, createMigrationSource, Server } from '@oniverse/data';
import { TestStack } from '@oniverse/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { PUBLIC_DIMENSIONS } from './public-dimensions.js';
import { seed } from './seed.js';

const DAY_MS = 86_400_000;
const idOf = (name: string): string => {
  const channel = PUBLIC_DIMENSIONS.flatMap(({ channels }) => channels).find((one) => one.name === name);
  if (!channel) throw new Error(`No channel is called ${name}.`);
  return channel.id;
};
const LAST_NIGHT = idOf('last-night');
const THIS_TIDE = idOf('this-tide');

describe('the seeded dimensions', () => {
  let stack: TestStack;
  let source: DataSource;

  beforeAll(async () => {
    stack = await TestStack.start();
    await seed(stack.dataSource);
    source = await createMigrationSource(stack.env()['DATABASE_URL'] ?? '').initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await stack.stop();
  });

  const find = async (id: string, manager: EntityManager = stack.dataSource.manager) =>
    manager.getRepository(Channel).findOneByOrFail({ id });

  it('TLK-551 TLK-555 TLK-558 keep it from the start in a new installation', async () => {
    expect(await find(LAST_NIGHT)).toMatchObject({
      fadeMinute: 360,
      formerMessageDays: null,
      formerMessageDaysUntil: null,
    });
    const { moonAt } = await find(THIS_TIDE);
    expect(moonAt!.getTime()).toBeGreaterThan(Date.now());
    expect(moonAt!.getTime()).toBeLessThan(Date.now() + 30 * DAY_MS);
    const rows = await stack.dataSource.getRepository(Channel).find();
    expect(rows.filter(({ fadeMinute, moonAt: moon }) => fadeMinute !== null || moon !== null)).toHaveLength(
      2,
    );
  });

  it('TLK-558 keep what their owner chose, also if the seed runs again', async () => {
    const { fadeMinute } = await find(LAST_NIGHT);
    await stack.dataSource.getRepository(Channel).update({ id: LAST_NIGHT }, { fadeMinute: null });
    await seed(stack.dataSource);
    expect((await find(LAST_NIGHT)).fadeMinute).toBeNull();
    await stack.dataSource.getRepository(Channel).update({ id: LAST_NIGHT }, { fadeMinute });
  });

  /** Upgrades an installation whose owner changed something, and returns what `read` finds. It leaves no trace. */
  const upgradeBy = async <T>(
    migrationName: string,
    change: (manager: EntityManager) => Promise<unknown>,
    read: (manager: EntityManager) => Promise<T>,
  ): Promise<T> => {
    const runner = source.createQueryRunner();
    const migration = source.migrations.find(({ name }) => name === migrationName);
    if (!migration) throw new Error('There is no such migration.');
    await runner.startTransaction();
    try {
      await migration.down(runner);
      await change(runner.manager);
      await migration.up(runner);
      return await read(runner.manager);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  };

  const upgrade = async (change: (manager: EntityManager) => Promise<unknown>) =>
    upgradeBy('RoomsByTime1795702000001', change, async (manager) => ({
      night: await find(LAST_NIGHT, manager),
      tide: await find(THIS_TIDE, manager),
    }));

  it('TLK-593 names the games in an existing installation, unless the owner chose another text', async () => {
    const { id, description: games } = PUBLIC_DIMENSIONS.find(({ name }) => name === 'Terminal Games')!;
    const upgradeWith = async (description: string) =>
      upgradeBy(
        'Games1795900000001',
        async (manager) => manager.getRepository(Server).update({ id }, { description }),
        async (manager) => (await manager.getRepository(Server).findOneByOrFail({ id })).description,
      );
    const former = 'Chess, rogues, card rooms. All of it in characters, all of it live.';
    expect(await upgradeWith(former)).toBe(games);
    expect(await upgradeWith('Go, all night.')).toBe('Go, all night.');
  });

  it('TLK-552 TLK-558 begin in an existing installation, a week later for messages', async () => {
    const { night, tide } = await upgrade(async () => undefined);
    expect(night).toMatchObject({ fadeMinute: 360, formerMessageDays: 0 });
    const wait = night.formerMessageDaysUntil!.getTime() - Date.now();
    expect(wait).toBeGreaterThan(7 * DAY_MS - 60_000);
    expect(wait).toBeLessThanOrEqual(7 * DAY_MS);
    // The worker goes on to the next full moon, and has nothing to open for this one.
    expect(tide.moonAt!.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('TLK-558 do not begin where the owner chose otherwise', async () => {
    const { id: serverId } = PUBLIC_DIMENSIONS.find(({ channels }) =>
      channels.some(({ id }) => id === LAST_NIGHT),
    )!;
    const chosen = [
      (manager: EntityManager) =>
        manager.query('UPDATE channels SET message_days = 0 WHERE id = $1', [LAST_NIGHT]),
      (manager: EntityManager) => manager.getRepository(Server).update({ id: serverId }, { messageDays: 90 }),
      (manager: EntityManager) =>
        manager.query(`UPDATE channels SET name = 'dreams' WHERE id = ANY ($1)`, [[LAST_NIGHT, THIS_TIDE]]),
    ];
    const upgraded = [];
    for (const change of chosen) upgraded.push(await upgrade(change));
    expect(upgraded.map(({ night }) => [night.fadeMinute, night.formerMessageDaysUntil])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(upgraded.map(({ tide }) => tide.moonAt !== null)).toEqual([true, true, false]);
  });
});
