import type { DataSource } from 'typeorm';

export async function hasLockWaiter(dataSource: DataSource): Promise<boolean> {
  const waiting: unknown[] = await dataSource.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
}
