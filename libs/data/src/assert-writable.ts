import type { DataSource } from 'typeorm';

/** Rejects on a standby or a full disk: it writes a commit record, and rows beyond `work_mem` that spill to disk. */
export async function assertWritable(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL work_mem = '64kB'`);
    await manager.query('SELECT pg_current_xact_id(), count(*) FROM generate_series(1, 40000)');
  });
}
