import type { DataSource } from 'typeorm';

export async function countLockWaiters(dataSource: DataSource): Promise<number> {
  const waiting: unknown[] = await dataSource.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting.length;
}

export const hasLockWaiter = async (dataSource: DataSource): Promise<boolean> =>
  (await countLockWaiters(dataSource)) > 0;
