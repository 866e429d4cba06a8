import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDataSource, migrate } from '@oniverse/data';
import { isErrorWithCode, startPostgres } from '@oniverse/embedded';

const CACHE_DIR = fileURLToPath(new URL('../../../node_modules/.cache/oniverse-databases', import.meta.url));
const MIGRATIONS_DIR = fileURLToPath(new URL('../../data/src/migrations', import.meta.url));
const DAY_MS = 24 * 60 * 60 * 1000;

/** What a template is of; one with another password, name or migrations is another one. */
export interface TemplateOptions {
  readonly password: string;
  readonly database: string;
}

const run = promisify(execFile);

/**
 * Copies PostgreSQL's data folder with the migrated, empty database to `dataDir`, which must not exist. It is
 * made once, and again where a migration changed: to make and migrate a cluster takes ten times as long as to
 * copy one, and each test file has one of its own.
 */
export async function copyMigratedCluster(dataDir: string, options: TemplateOptions): Promise<void> {
  const template = join(CACHE_DIR, await keyOf(options));
  if (!(await exists(template))) await makeTemplate(template, options);
  // Its owner may be the user that PostgreSQL runs as where the tests run as root; `cp` keeps it.
  await run('cp', ['-a', template, dataDir]);
  const now = new Date();
  await utimes(template, now, now);
}

async function keyOf({ password, database }: TemplateOptions): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([password, database]));
  for (const name of (await readdir(MIGRATIONS_DIR)).toSorted()) {
    hash.update(name).update(await readFile(join(MIGRATIONS_DIR, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function makeTemplate(template: string, options: TemplateOptions): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'oniverse-template-'));
  const draft = `${template}.${process.pid}`;
  try {
    await chmod(dir, 0o755);
    const dataDir = join(dir, 'postgres');
    const postgres = await startPostgres({ dataDir, ...options, durable: false });
    try {
      const dataSource = createDataSource(postgres.url);
      await dataSource.initialize();
      await migrate(dataSource, async () => {});
      await dataSource.destroy();
    } finally {
      await postgres.stop();
    }
    await mkdir(CACHE_DIR, { recursive: true });
    await run('cp', ['-a', dataDir, draft]);
    await putInPlace(draft, template);
    await removeUnused();
  } finally {
    await rm(dir, { recursive: true, force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Several test files may make the same one at once: the first one stays. */
async function putInPlace(draft: string, template: string): Promise<void> {
  try {
    await rename(draft, template);
  } catch (error) {
    if (!isErrorWithCode(error, 'ENOTEMPTY') && !isErrorWithCode(error, 'EEXIST')) throw error;
  }
}

/** Those of former migrations, and drafts of runs that were cut off. */
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
