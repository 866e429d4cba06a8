import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMigrationSource, migrate, PRODUCT_ROLE } from '@oniverse/data';
import { isErrorWithCode, startPostgres } from '@oniverse/embedded';

const CACHE_DIR = fileURLToPath(new URL('../../../node_modules/.cache/oniverse-databases', import.meta.url));
const DATA_DIR = new URL('../../data/', import.meta.url);
/** The migrations as compiled, because those are the ones that run. */
const SCHEMA_DIRS = ['dist/migrations', 'src/functions'].map((name) =>
  fileURLToPath(new URL(name, DATA_DIR)),
);
const ROLES_FILE = fileURLToPath(new URL('dist/roles.js', DATA_DIR));
const DAY_MS = 24 * 60 * 60 * 1000;

export interface TemplateOptions {
  readonly password: string;
  readonly database: string;
}

const run = promisify(execFile);

/** Returns the address of a database for the product's role. */
export function productUrl(databaseUrl: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = PRODUCT_ROLE;
  url.password = password;
  return url.href;
}

/**
 * Copies a PostgreSQL data folder with a migrated, empty database to `dataDir`, which must not exist. The template is
 * cached per password, name, migrations and functions, because creating one takes ten times as long as a copy.
 */
export async function copyMigratedCluster(dataDir: string, options: TemplateOptions): Promise<void> {
  const template = join(CACHE_DIR, await keyOf(options));
  if (!(await exists(template))) await createTemplate(template, options);
  // `cp -a` keeps the owner, which is PostgreSQL's user if the tests run as root.
  await run('cp', ['-a', template, dataDir]);
  const now = new Date();
  await utimes(template, now, now);
}

async function keyOf({ password, database }: TemplateOptions): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([password, database]));
  hash.update(await readFile(ROLES_FILE));
  for (const dir of SCHEMA_DIRS) {
    for (const name of (await readdir(dir)).toSorted()) {
      hash.update(name).update(await readFile(join(dir, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function createTemplate(template: string, options: TemplateOptions): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'oniverse-template-'));
  const draft = `${template}.${process.pid}`;
  try {
    await chmod(dir, 0o755);
    const dataDir = join(dir, 'postgres');
    const postgres = await startPostgres({ dataDir, ...options, durable: false });
    try {
      const dataSource = createMigrationSource(postgres.url);
      await dataSource.initialize();
      await migrate(dataSource, async () => {}, { productUrl: productUrl(postgres.url, options.password) });
      await dataSource.destroy();
    } finally {
      await postgres.stop();
    }
    await mkdir(CACHE_DIR, { recursive: true });
    await run('cp', ['-a', dataDir, draft]);
    await publishTemplate(draft, template);
    await removeUnused();
  } finally {
    await rm(dir, { recursive: true, force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Moves a template into the cache. If other processes create the same one, the first wins. */
async function publishTemplate(draft: string, template: string): Promise<void> {
  try {
    await rename(draft, template);
  } catch (error) {
    if (!isErrorWithCode(error, 'ENOTEMPTY') && !isErrorWithCode(error, 'EEXIST')) throw error;
  }
}

/** Removes templates unused for a day: those of earlier migrations, and drafts of interrupted runs. */
async function removeUnused(): Promise<void> {
  for (const name of await readdir(CACHE_DIR)) {
    const path = join(CACHE_DIR, name);
    const usedAt = await stat(path).catch(() => undefined);
    if (usedAt !== undefined && Date.now() - usedAt.mtimeMs > DAY_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
