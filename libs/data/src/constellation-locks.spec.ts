import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestStack, waitUntil } from '@oniverse/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { lockConstellation, lockMember, lockTags, releaseConstellationLocks } from './constellation-locks.js';
import { createDataSource } from './data-source.js';

const MEMBER = '01a20000-0000-7000-8000-000000000001';
const OTHER = '01a20000-0000-7000-8000-000000000002';

const IN_THIS_DATABASE = 'AND database = (SELECT oid FROM pg_database WHERE datname = current_database())';

describe('constellation locks', () => {
  let stack: TestStack;
  let dataSource: DataSource;
  let runner: QueryRunner;
  let tagId: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    const rows: { id: string }[] = await stack.dataSource.query(
      `INSERT INTO tags (name) VALUES ('moon') RETURNING id`,
    );
    tagId = rows[0]?.id ?? '';
  });

  beforeEach(async () => {
    // A pool of one connection, so that the next checkout gets the released one.
    dataSource = await createDataSource(stack.env()['DATABASE_URL'] ?? '', {
      poolSize: 1,
      queryTimeoutMs: 1_000,
    }).initialize();
    runner = dataSource.createQueryRunner();
  });

  afterEach(async () => {
    await dataSource.destroy();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const countLocks = async (): Promise<number> => {
    const rows: unknown[] = await stack.dataSource.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted ${IN_THIS_DATABASE}`,
    );
    return rows.length;
  };

  const isWaiting = async (): Promise<boolean> => {
    const rows: unknown[] = await stack.dataSource.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted ${IN_THIS_DATABASE}`,
    );
    return rows.length > 0;
  };

  const conflicts: [string, (manager: QueryRunner['manager']) => Promise<void>][] = [
    ['the same member', (manager) => lockMember(manager, MEMBER)],
    ['a tag of the member', (manager) => lockTags(manager, [tagId])],
    ['the whole constellation', (manager) => lockConstellation(manager)],
  ];

  it.each(conflicts)('LIV-012 keep %s locked after the transaction, until released', async (_, lock) => {
    await runner.manager.transaction(async (manager) => {
      await lockMember(manager, MEMBER);
      await lockTags(manager, [tagId]);
    });
    let isLocked = false;
    const other = stack.dataSource.createQueryRunner();
    const locking = other.manager.transaction(async (manager) => {
      await lock(manager);
      isLocked = true;
    });
    await waitUntil('the other transaction to wait', isWaiting);
    expect(isLocked).toBe(false);
    await releaseConstellationLocks(runner);
    await locking;
    await releaseConstellationLocks(other);
    await other.release();
    await runner.release();
    expect(await countLocks()).toBe(0);
  });

  it('LIV-012 do not block unrelated members', async () => {
    await lockMember(runner.manager, MEMBER);
    const other = stack.dataSource.createQueryRunner();
    await lockMember(other.manager, OTHER);
    await releaseConstellationLocks(other);
    await other.release();
    await releaseConstellationLocks(runner);
    await runner.release();
  });

  it('LIV-122 leave nothing locked when their connection dies', async () => {
    await lockMember(runner.manager, MEMBER);
    await lockTags(runner.manager, [tagId]);
    const [{ pid } = { pid: 0 }]: { pid: number }[] = await runner.query('SELECT pg_backend_pid() AS pid');
    await stack.dataSource.query('SELECT pg_terminate_backend($1, 10000)', [pid]);
    expect(await countLocks()).toBe(0);
    await expect(releaseConstellationLocks(runner)).rejects.toThrow();
    await runner.release();
    const next = dataSource.createQueryRunner();
    await lockMember(next.manager, MEMBER);
    await releaseConstellationLocks(next);
    await next.release();
  });

  it('LIV-012 are released by closing the connection if unlocking fails', async () => {
    await lockMember(runner.manager, MEMBER);
    const [{ pid } = { pid: 0 }]: { pid: number }[] = await runner.query('SELECT pg_backend_pid() AS pid');
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(releaseConstellationLocks(runner)).rejects.toThrow('Query read timeout');
      await runner.release();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await waitUntil('its locks to be released', async () => (await countLocks()) === 0);
    const [{ pid: next } = { pid: 0 }]: { pid: number }[] = await dataSource.query(
      'SELECT pg_backend_pid() AS pid',
    );
    expect(next).not.toBe(pid);
  });
});
