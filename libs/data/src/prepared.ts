import type { QueryResult, QueryResultRow } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import { DatabaseClient } from './database-client.js';

/**
 * Runs a statement that each connection plans only once, unless a pooler shares it. `name` must be unique, and the plan
 * must suit all values.
 */
export async function queryPrepared<Row extends QueryResultRow>(
  manager: EntityManager,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const runner = manager.queryRunner ?? manager.dataSource.createQueryRunner();
  try {
    const client = await clientOf(runner);
    const { rows }: QueryResult<Row> = await client.query({
      ...(client.named && { name }),
      text,
      values: [...values],
    });
    return rows;
  } finally {
    if (runner !== manager.queryRunner) await runner.release();
  }
}

/** Returns the connection of a runner. @throws TypeError if the driver is not ours */
export async function clientOf(runner: Pick<QueryRunner, 'connect'>): Promise<DatabaseClient> {
  const client: unknown = await runner.connect();
  if (client instanceof DatabaseClient) return client;
  throw new TypeError('The database driver is not pg');
}
