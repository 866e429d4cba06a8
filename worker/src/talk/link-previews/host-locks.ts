import { Injectable } from '@nestjs/common';
import { JobPostponed } from '@oniverse/platform/worker';
import { DataSource, type QueryRunner } from 'typeorm';
import type { HostTurns } from './page-fetcher.js';

/** The first key of the advisory locks; the second one is the hash of a host. */
const LOCK_CLASS = 6_640_031;
/** The SQLSTATE of a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Another fetch from the host has its turn. */
export class HostBusyError extends JobPostponed {
  override name = 'HostBusyError';
}

/** Lets one fetch from a host run at a time on all workers. PostgreSQL releases the lock if the connection is lost. */
@Injectable()
export class HostLocks implements HostTurns {
  constructor(private readonly dataSource: DataSource) {}

  async run<T>(host: string, waitMs: number, work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      if (!(await lock(runner, host, waitMs))) throw new HostBusyError(`A fetch from ${host} is running`);
      try {
        return await work();
      } finally {
        await runner.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, host]);
      }
    } finally {
      await runner.release();
    }
  }
}

async function lock(runner: QueryRunner, host: string, waitMs: number): Promise<boolean> {
  const rows: { is_locked: boolean }[] = await runner.query(
    'SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_locked',
    [LOCK_CLASS, host],
  );
  if (rows[0]?.is_locked || waitMs < 1) return rows[0]?.is_locked ?? false;
  // The lock stays after the transaction, to which the time-out belongs.
  await runner.startTransaction();
  try {
    await runner.query(`SELECT set_config('lock_timeout', $1, true)`, [`${Math.floor(waitMs)}ms`]);
    await runner.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, host]);
    await runner.commitTransaction();
    return true;
  } catch (error) {
    await runner.rollbackTransaction();
    if (Reflect.get(Object(error), 'code') !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  }
}
