import type { DataSource, EntityManager } from 'typeorm';

/** The first key of the advisory locks; the second one is the hash of a name. */
const LOCK_CLASS = 6_640_030;

/**
 * Runs `work` unless it is already running on any worker. PostgreSQL releases the lock if the connection is lost.
 * @param work receives the locking connection, outside of a transaction
 * @returns the result of `work`, or 0 if it is running elsewhere
 */
export async function runExclusively(
  dataSource: DataSource,
  name: string,
  work: (manager: EntityManager) => Promise<number>,
): Promise<number> {
  const runner = dataSource.createQueryRunner();
  try {
    const rows: { is_locked: boolean }[] = await runner.query(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_locked',
      [LOCK_CLASS, name],
    );
    if (!rows[0]?.is_locked) return 0;
    try {
      return await work(runner.manager);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, name]);
    }
  } finally {
    await runner.release();
  }
}
