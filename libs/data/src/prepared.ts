import { Client, type QueryResultRow } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';

/** Runs a statement that each connection plans only once. `name` must be unique, and the plan must suit all values. */
export async function queryPrepared<Row extends QueryResultRow>(
  manager: EntityManager,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const runner = manager.queryRunner ?? manager.dataSource.createQueryRunner();
  try {
    const client = await clientOf(runner);
    const { rows } = await client.query<Row>({ name, text, values: [...values] });
    return rows;
  } finally {
    if (runner !== manager.queryRunner) await runner.release();
  }
}

/** Returns the connection of a runner. @throws TypeError if the driver is not pg */
export async function clientOf(runner: Pick<QueryRunner, 'connect'>): Promise<Client> {
  const client: unknown = await runner.connect();
  if (client instanceof Client) return client;
  throw new TypeError('The database driver is not pg');
}
