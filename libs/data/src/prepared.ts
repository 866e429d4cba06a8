import { Client, type QueryResultRow } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';

/**
 * Runs a statement that each connection of the database reads and plans once, by its name, instead of each time: worth
 * it where planning takes longer than running.
 * @param name for these words of the statement alone
 * @param text gives the same plan whatever the values are
 * @returns the rows; none where a statement returns none
 */
export async function prepared<Row extends QueryResultRow>(
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

/** The connection that a runner holds. @throws TypeError where it is none of pg */
export async function clientOf(runner: QueryRunner): Promise<Client> {
  const client: unknown = await runner.connect();
  if (client instanceof Client) return client;
  throw new TypeError('The database is reached by other means than pg');
}
