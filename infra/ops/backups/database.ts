import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DatabaseClient, dataSourceOptions, migrate } from '@oniverse/data';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { endAccess } from './end-access.js';
import type { BackupTable, KeptObject, Manifest } from './manifest.js';

/** The table of applied migrations. A restore fills it by running them. */
const MIGRATIONS_TABLE = 'migrations';
/** The key of the advisory lock of backups and restores; an arbitrary number that nothing else uses. */
const BACKUP_LOCK = 6_640_018;

/** Makes the text form of values independent of the server's and the role's settings. */
const SESSION = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 1;
  SET bytea_output = 'hex'; SET statement_timeout = 0; SET lock_timeout = '60s'`;
/** Selects the number of rows, and a sum of their hashes that does not depend on their order. */
const tableSum = (table: string): string =>
  `SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS sum FROM ${table} t`;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export async function connect(databaseUrl: string): Promise<Client> {
  const client: Client = new DatabaseClient({
    connectionString: databaseUrl,
    application_name: 'oniverse-backup',
    keepAlive: true,
  });
  await client.connect();
  await client.query(SESSION);
  return client;
}

/** Locks without waiting. @throws Error while another backup or restore runs */
export async function lockBackups(client: Client): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    BACKUP_LOCK,
  ]);
  if (rows[0]?.locked !== true) throw new Error('Another backup or restore is running.');
}

export async function listTables(client: Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT kind.relname::text AS name, array_agg(attribute.attname::text ORDER BY attribute.attnum) AS columns
       FROM pg_class kind JOIN pg_attribute attribute ON attribute.attrelid = kind.oid
      WHERE kind.relnamespace = 'public'::regnamespace AND kind.relkind = 'r' AND kind.relname <> $1
        AND attribute.attnum > 0 AND NOT attribute.attisdropped AND attribute.attgenerated = ''
      GROUP BY kind.relname ORDER BY kind.relname`,
    [MIGRATIONS_TABLE],
  );
  return rows;
}

async function sumTable(client: Client, table: string): Promise<{ rows: number; sum: string }> {
  const { rows } = await client.query<{ rows: number; sum: string }>(tableSum(quote(table)));
  const [found] = rows;
  if (!found) throw new Error(`${table} has no sum.`);
  return found;
}

/** Returns the objects whose bytes something needs: pictures, avatars, attachments with renditions, and what a case keeps. */
export async function listObjects(client: Client): Promise<KeptObject[]> {
  const { rows } = await client.query<KeptObject>(
    `SELECT substr(path, 2) AS key, size::float8 AS size, sha256 FROM objects WHERE state IN ('stored', 'used', 'kept')`,
  );
  return rows;
}

export interface Snapshot {
  createdAt: string;
  migrations: string[];
  tables: BackupTable[];
  sequences: Manifest['sequences'];
  objects: KeptObject[];
}

/**
 * Reads all rows as of one moment, while others write.
 * @param store stores the rows of a table, in PostgreSQL's text format
 */
export async function readSnapshot(
  client: Client,
  store: (table: string, rows: Readable) => Promise<BackupTable['file']>,
): Promise<Snapshot> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { rows: moments } = await client.query<{ now: Date }>('SELECT now()');
    const { rows: migrations } = await client.query<{ name: string }>(
      `SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY timestamp`,
    );
    const { rows: sequences } = await client.query<{ name: string; value: string; isCalled: boolean }>(
      `SELECT sequencename::text AS name, coalesce(last_value, start_value)::text AS value,
              last_value IS NOT NULL AS "isCalled" FROM pg_sequences
        WHERE schemaname = 'public' AND sequencename NOT LIKE '${MIGRATIONS_TABLE}%'`,
    );
    const tables: BackupTable[] = [];
    for (const { name, columns } of await listTables(client)) {
      const query = `COPY ${quote(name)} (${columns.map(quote).join(', ')}) TO STDOUT`;
      const file = await store(name, client.query(copyTo(query)));
      tables.push({ name, columns, ...(await sumTable(client, name)), file });
    }
    const objects = await listObjects(client);
    return {
      createdAt: (moments[0]?.now ?? new Date()).toISOString(),
      migrations: migrations.map(({ name }) => name),
      tables,
      sequences,
      objects,
    };
  } finally {
    await client.query('COMMIT');
  }
}

/** Returns whether a database has tables of the product. */
export async function hasTables(client: Client): Promise<boolean> {
  return (await listTables(client)).length > 0;
}

/**
 * Returns an unconnected data source for `migrate`.
 * @param names of the migrations it knows; all by default
 */
export function migrationSource(databaseUrl: string, names?: readonly string[]): DataSource {
  const options = dataSourceOptions(databaseUrl, { poolSize: 2, queryTimeoutMs: 0 });
  if (names === undefined) return new DataSource(options);
  const known = Array.isArray(options.migrations) ? options.migrations : [];
  const wanted = known.filter(
    (migration) => typeof migration === 'function' && names.includes(migration.name),
  );
  // The SQL functions are those of this version, so they may name what only a later migration adds.
  const extra = { ...options.extra, options: '-c check_function_bodies=off' };
  return new DataSource({ ...options, migrations: wanted, extra });
}

async function runMigrations(
  databaseUrl: string,
  fill: () => Promise<void>,
  names?: readonly string[],
): Promise<void> {
  const source = await migrationSource(databaseUrl, names).initialize();
  try {
    await migrate(source, fill);
  } finally {
    await source.destroy();
  }
}

/** @throws Error if this version does not know a migration of a backup */
export function requireKnownMigrations(databaseUrl: string, { migrations, version }: Manifest): void {
  const known = dataSourceOptions(databaseUrl).migrations;
  const names = Array.isArray(known)
    ? known.flatMap((migration) => (typeof migration === 'function' ? [migration.name] : []))
    : [];
  const unknown = migrations.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`This backup was made by a newer version, ${version}: restore it with that one.`);
  }
}

/** Fills a table and compares it with the backup. @throws Error if it differs */
async function fillTable(
  client: Client,
  { name, columns, rows, sum }: BackupTable,
  open: () => Promise<Readable>,
): Promise<void> {
  const copy = client.query(copyFrom(`COPY ${quote(name)} (${columns.map(quote).join(', ')}) FROM STDIN`));
  await pipeline(await open(), copy);
  const found = await sumTable(client, name);
  if (found.rows !== rows || found.sum !== sum) {
    throw new Error(
      `${name} differs from the backup: ${found.rows} rows, sum ${found.sum}; ${rows} rows, sum ${sum}.`,
    );
  }
}

/**
 * Replaces the content of a database by that of a backup, and compares each table with the backup. All sessions and links
 * end. Later migrations run afterwards.
 * @param open opens the rows of a table
 * @returns the tables that no migration makes, which it left out
 * @throws Error if a table differs; the database is then empty
 */
export async function writeSnapshot(
  client: Client,
  databaseUrl: string,
  manifest: Manifest,
  open: (table: BackupTable) => Promise<Readable>,
): Promise<string[]> {
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const foreign: string[] = [];
  const fill = async (): Promise<void> => {
    await client.query('BEGIN');
    try {
      // Disables triggers and foreign keys: the rows of a snapshot are consistent.
      await client.query('SET LOCAL session_replication_role = replica');
      const names = (await listTables(client)).map(({ name }) => name);
      await client.query(`TRUNCATE ${names.map(quote).join(', ')}`);
      for (const table of manifest.tables) {
        if (names.includes(table.name)) await fillTable(client, table, () => open(table));
        else foreign.push(table.name);
      }
      for (const { name, value, isCalled } of manifest.sequences) {
        await client.query('SELECT setval(to_regclass($1), $2::bigint, $3)', [quote(name), value, isCalled]);
      }
      await endAccess(client, names);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  };
  await runMigrations(databaseUrl, fill, manifest.migrations);
  await runMigrations(databaseUrl, async () => {});
  await client.query('ANALYZE');
  return foreign;
}
