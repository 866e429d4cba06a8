import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestStack, until } from '@oniverse/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { holdConstellation, holdMember, holdTags, letGo } from './constellation-locks.js';
import { createDataSource } from './data-source.js';

const MEMBER = '01a20000-0000-7000-8000-000000000001';
const OTHER = '01a20000-0000-7000-8000-000000000002';

describe('who computes links', () => {
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
    // Of one connection: who gets one from the pool gets the one that was given back.
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

  const held = async (): Promise<number> => {
    const rows: unknown[] = await stack.dataSource.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted`,
    );
    return rows.length;
  };

  const waiting = async (): Promise<boolean> => {
    const rows: unknown[] = await stack.dataSource.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
    );
    return rows.length > 0;
  };

  /** What is asked for by somebody else, and waits for what the runner holds. */
  const asked: [string, (manager: QueryRunner['manager']) => Promise<void>][] = [
    ['the same member', (manager) => holdMember(manager, MEMBER)],
    ['a tag of the member', (manager) => holdTags(manager, [tagId])],
    ['the whole constellation', (manager) => holdConstellation(manager)],
  ];

  it.each(asked)('LIV-012 holds %s beyond its transaction, until it lets go', async (_, ask) => {
    await runner.manager.transaction(async (manager) => {
      await holdMember(manager, MEMBER);
      await holdTags(manager, [tagId]);
    });
    let isHad = false;
    const other = stack.dataSource.createQueryRunner();
    const having = other.manager.transaction(async (manager) => {
      await ask(manager);
      isHad = true;
    });
    await until('the other to wait', waiting);
    expect(isHad).toBe(false);
    await letGo(runner);
    await having;
    await letGo(other);
    await other.release();
    await runner.release();
    expect(await held()).toBe(0);
  });

  it('LIV-012 others who share nothing do not wait', async () => {
    await holdMember(runner.manager, MEMBER);
    const other = stack.dataSource.createQueryRunner();
    await holdMember(other.manager, OTHER);
    await letGo(other);
    await other.release();
    await letGo(runner);
    await runner.release();
  });

  it('LIV-012 a connection that cannot let go ends, and with it what it held', async () => {
    await holdMember(runner.manager, MEMBER);
    const [{ pid } = { pid: 0 }]: { pid: number }[] = await runner.query('SELECT pg_backend_pid() AS pid');
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(letGo(runner)).rejects.toThrow('Query read timeout');
      await runner.release();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await until('what it held to be free', async () => (await held()) === 0);
    const [{ pid: next } = { pid: 0 }]: { pid: number }[] = await dataSource.query(
      'SELECT pg_backend_pid() AS pid',
    );
    expect(next).not.toBe(pid);
  });
});
