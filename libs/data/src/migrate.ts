import type { DataSource } from 'typeorm';

/** Any number that is ours alone: whoever migrates or seeds holds this lock. */
const MIGRATION_LOCK = 6_640_017;

/**
 * Brings the database to the newest migration, then runs `seed`; of several processes that start at once one
 * does the work and the others wait for it.
 * @param dataSource connected, with room for two connections
 * @returns the names of the migrations that ran
 */
export async function migrate(dataSource: DataSource, seed: () => Promise<void>): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const ran = await dataSource.runMigrations({ transaction: 'each' });
    await seed();
    return ran.map(({ name }) => name);
  } finally {
    // Ends with the connection where the query fails; a pooled connection must not keep it.
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await lock.release();
  }
}
