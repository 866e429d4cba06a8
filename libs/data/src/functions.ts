import { readdir, readFile } from 'node:fs/promises';
import type { QueryRunner } from 'typeorm';

/** Holds the current body of each SQL function, one file per function. Also found from `dist`, where no SQL is copied. */
const FOLDER = new URL('../src/functions/', import.meta.url);
const EXTENSION = '.sql';

/** Returns the names of all SQL functions. */
export async function listFunctions(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(EXTENSION));
  return files.map((file) => file.slice(0, -EXTENSION.length)).toSorted();
}

/**
 * Creates or replaces SQL functions. `migrate` installs all of them after the migrations; a migration itself installs
 * only what its triggers call. It runs in a transaction.
 */
export async function installFunctions(runner: QueryRunner, names: readonly string[]): Promise<void> {
  // A function may call one that is installed after it.
  await runner.query('SET LOCAL check_function_bodies = off');
  for (const name of names)
    await runner.query(await readFile(new URL(`${name}${EXTENSION}`, FOLDER), 'utf8'));
}
