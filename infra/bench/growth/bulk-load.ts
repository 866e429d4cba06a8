import type { DataSource, EntityManager } from 'typeorm';

/**
 * Fills tables without their triggers and foreign keys, and builds their indexes afterwards, which takes a fraction of the time.
 * The rows must be valid. Only a superuser may do it.
 */
export async function loadInBulk(
  source: DataSource,
  tables: readonly string[],
  fill: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  await source.transaction(async (manager) => {
    await manager.query(`SET LOCAL session_replication_role = replica`);
    await manager.query(`SET LOCAL maintenance_work_mem = '512MB'`);
    await manager.query(
      `UPDATE pg_index SET indisready = false WHERE indrelid = ANY (ARRAY(SELECT name::regclass FROM unnest($1::text[]) AS name))`,
      [tables],
    );
    await fill(manager);
    for (const table of tables) await manager.query(`REINDEX TABLE ${table}`);
  });
}
