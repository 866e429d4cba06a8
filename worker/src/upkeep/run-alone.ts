import type { DataSource, EntityManager } from 'typeorm';

// The first of the two numbers of an advisory lock: any that is ours alone.
const UPKEEP = 6_640_030;

/**
 * Does a work that two must not do at the same time, on whichever workers they are. The lock goes with the connection.
 * @param work gets that connection, outside of a transaction
 * @returns what the work does; 0 where somebody is at it just now
 */
export async function runAlone(
  dataSource: DataSource,
  name: string,
  work: (manager: EntityManager) => Promise<number>,
): Promise<number> {
  const runner = dataSource.createQueryRunner();
  try {
    const rows: { taken: boolean }[] = await runner.query(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken',
      [UPKEEP, name],
    );
    if (!rows[0]?.taken) return 0;
    try {
      return await work(runner.manager);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1, hashtext($2))', [UPKEEP, name]);
    }
  } finally {
    await runner.release();
  }
}
