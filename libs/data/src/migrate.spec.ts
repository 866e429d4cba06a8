import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DeafPooler, TestStack, waitUntil } from '@oniverse/testing';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { createMigrationSource, dataSourceOptions } from './data-source.js';
import { migrate } from './migrate.js';

class CreateStars1000000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE stars (name text)');
  }

  async down(): Promise<void> {}
}

class WidenStars1000000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE half_done ()');
    await runner.query('ALTER TABLE stars ADD COLUMN magnitude int');
  }

  async down(): Promise<void> {}
}

class BreakStars1000000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE half_done ()');
    await runner.query('ALTER TABLE stars ADD COLUMN name int');
  }

  async down(): Promise<void> {}
}

const QUICK = { lockTimeoutMs: 200 };

describe('migrate', () => {
  let stack: TestStack;
  let sources: DataSource[] = [];
  let reader: QueryRunner;
  let seeds = 0;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  beforeEach(async () => {
    seeds = 0;
    reader = stack.dataSource.createQueryRunner();
    await reader.connect();
  });

  afterEach(async () => {
    await reader.release();
    await Promise.all(sources.map((source) => source.destroy()));
    sources = [];
    await stack.dataSource.query('DROP TABLE IF EXISTS stars, half_done, test_migrations');
  });

  const addressOf = (): string => stack.env()['DATABASE_URL'] ?? '';
  const sourceAt = async (
    address: string,
    ...migrations: (new () => MigrationInterface)[]
  ): Promise<DataSource> => {
    const source = new DataSource({
      ...dataSourceOptions(address, { poolSize: 2, queryTimeoutMs: 0 }),
      migrations,
      migrationsTableName: 'test_migrations',
    });
    sources.push(await source.initialize());
    return source;
  };
  const sourceOf = (...migrations: (new () => MigrationInterface)[]): Promise<DataSource> =>
    sourceAt(addressOf(), ...migrations);
  const seed = async (): Promise<void> => {
    seeds += 1;
  };
  const exists = async (table: string): Promise<boolean> => {
    const [row]: { found: boolean }[] = await stack.dataSource.query(
      'SELECT to_regclass($1) IS NOT NULL AS found',
      [table],
    );
    return row?.found === true;
  };
  /** Creates the table and reads it in an open transaction. @returns the process id of the reading session */
  const readStars = async (): Promise<number> => {
    await migrate(await sourceOf(CreateStars1000000000000), seed);
    await reader.startTransaction();
    await reader.query('SELECT FROM stars');
    const [row]: { pid: number }[] = await reader.query('SELECT pg_backend_pid() AS pid');
    return row?.pid ?? 0;
  };

  it('has no query timeout', () => {
    expect(createMigrationSource('postgres://member@127.0.0.1/stars').options).toMatchObject({
      extra: { query_timeout: 0 },
    });
  });

  it('LIV-121 changes nothing through a pooler that shares sessions, and says which setting leads there', async () => {
    const pooler = await DeafPooler.start(addressOf());
    try {
      const migrating = migrate(await sourceAt(pooler.url, CreateStars1000000000000), seed);
      await expect(migrating).rejects.toThrow(
        /^DATABASE_DIRECT_URL, .* leads to a pooler that shares sessions/,
      );
      expect([await exists('test_migrations'), await exists('stars'), seeds]).toEqual([false, false, 0]);
    } finally {
      pooler.stop();
    }
  });

  it('retries a locked migration in short attempts that let queries through, while a second process waits', async () => {
    const pid = await readStars();
    const progress: [string, object][] = [];
    const first = migrate(await sourceOf(CreateStars1000000000000, WidenStars1000000000001), seed, {
      ...QUICK,
      onProgress: (message, details) => progress.push([message, details]),
    });
    await waitUntil(
      'a second attempt',
      () => progress.filter(([message]) => /trying again/.test(message)).length > 1,
    );
    expect(progress).toContainEqual([
      'Migrating',
      { migration: 'WidenStars1000000000001', number: 1, of: 1 },
    ]);
    expect(progress.at(-1)?.[1]).toMatchObject({ blockedBy: [{ pid, application: 'oniverse' }] });
    await stack.dataSource.query('SELECT FROM stars');

    const waited: string[] = [];
    const second = migrate(await sourceOf(CreateStars1000000000000, WidenStars1000000000001), seed, {
      onProgress: (message) => waited.push(message),
    });
    await waitUntil('the second process to wait', () => waited.length > 0);
    expect(waited).toEqual(['Another process is migrating; waiting for it']);
    await reader.commitTransaction();
    expect(await Promise.all([first, second])).toEqual([['WidenStars1000000000001'], []]);
    expect(await exists('half_done')).toBe(true);
  });

  it('fails after the maximum wait, rolls back, and names the blocking session', async () => {
    const pid = await readStars();
    const migrating = migrate(await sourceOf(CreateStars1000000000000, WidenStars1000000000001), seed, {
      ...QUICK,
      // Several attempts, because the blocking session is not asked for in each.
      maxLockWaitMs: 1_000,
    });
    await expect(migrating).rejects.toThrow(
      new RegExp(
        `^WidenStars1000000000001 could not get its locks from process ${pid} \\(oniverse, idle in transaction`,
      ),
    );
    await reader.commitTransaction();
    expect([await exists('stars'), await exists('half_done'), seeds]).toEqual([true, false, 1]);
    // The migration lock and the timeout were reset.
    expect(await migrate(await sourceOf(CreateStars1000000000000, WidenStars1000000000001), seed)).toEqual([
      'WidenStars1000000000001',
    ]);
  });

  it('keeps earlier migrations when one fails, and reports that the running version keeps working', async () => {
    const migrating = migrate(await sourceOf(CreateStars1000000000000, BreakStars1000000000001), seed);
    await expect(migrating).rejects.toThrow(
      /^BreakStars1000000000001 failed: column "name" .* already exists\. It was rolled back\. The running version keeps working/,
    );
    expect([await exists('stars'), await exists('half_done'), seeds]).toEqual([true, false, 0]);
  });
});
