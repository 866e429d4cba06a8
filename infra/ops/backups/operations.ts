import type { OperationName } from '@oniverse/data';
import type { Client } from 'pg';
import { connect, listTables } from './database.js';

/** Stores when something that is watched last succeeded, unless the database is of a version before that. */
export async function recordSuccess(client: Client, name: OperationName, at: Date): Promise<void> {
  const tables = await listTables(client);
  if (!tables.some((table) => table.name === 'operations')) return;
  await client.query(
    `INSERT INTO operations (name, succeeded_at) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET succeeded_at = greatest(operations.succeeded_at, excluded.succeeded_at)`,
    [name, at],
  );
}

/** Stores that the restore of a backup was tried now. */
export async function recordDrill(databaseUrl: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await recordSuccess(client, 'drill', new Date());
  } finally {
    await client.end();
  }
}
