import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { checkRedis, type RedisProgram } from './redis-program.js';
import { findExecutable, runTool } from './tools.js';

export interface DebianSearch {
  readonly binDir: string;
  /** Folders in the format of PATH. */
  readonly searchPath: string;
  readonly onProgress?: ((line: string) => void) | undefined;
}

interface Tools {
  readonly aptGet: string;
  readonly dpkgDeb: string;
  readonly dpkgQuery: string;
  readonly ldd: string;
}

const FOLDER = 'debian-redis';

/**
 * Unpacks Redis from Debian packages into `binDir` without root, or reuses a copy. Returns undefined without apt-get.
 * @throws Error if the packages are not available
 */
export async function unpackDebianRedis(search: DebianSearch): Promise<RedisProgram | undefined> {
  const home = join(search.binDir, FOLDER);
  const unpacked = await programIn(home);
  if (unpacked !== undefined) return unpacked;

  const tools = await findTools(search.searchPath);
  if (tools === undefined) return undefined;
  search.onProgress?.('Redis: not installed, unpacking the Debian package');
  await mkdir(search.binDir, { recursive: true });
  const work = await mkdtemp(join(search.binDir, `${FOLDER}.`));
  try {
    const root = join(work, 'root');
    await mkdir(root, { recursive: true });
    await unpack(tools, work, root);
    await rename(root, home);
  } catch (error) {
    // Another process may have unpacked it first.
    if ((await programIn(home)) === undefined) throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return programIn(home);
}

async function findTools(searchPath: string): Promise<Tools | undefined> {
  const folders = searchPath.split(delimiter);
  const aptGet = await findExecutable('apt-get', folders);
  const dpkgDeb = await findExecutable('dpkg-deb', folders);
  const dpkgQuery = await findExecutable('dpkg-query', folders);
  const ldd = await findExecutable('ldd', folders);
  if (aptGet === undefined || dpkgDeb === undefined) return undefined;
  if (dpkgQuery === undefined || ldd === undefined) return undefined;
  return { aptGet, dpkgDeb, dpkgQuery, ldd };
}

async function programIn(root: string): Promise<RedisProgram | undefined> {
  const command = await findExecutable('redis-server', [join(root, 'usr', 'bin')]);
  if (command === undefined) return undefined;
  const program = { command, env: await environmentOf(root) };
  await checkRedis(program);
  return program;
}

async function environmentOf(root: string): Promise<NodeJS.ProcessEnv> {
  const folders: string[] = [];
  for (const lib of [join(root, 'usr', 'lib'), join(root, 'lib')]) {
    folders.push(lib, ...(await subfolders(lib)));
  }
  const inherited = process.env['LD_LIBRARY_PATH'];
  if (inherited !== undefined && inherited !== '') folders.push(inherited);
  return { ...process.env, LD_LIBRARY_PATH: folders.join(delimiter) };
}

async function subfolders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

/** Downloads and unpacks Redis, then its dependencies until no library is missing. */
async function unpack(tools: Tools, work: string, root: string): Promise<void> {
  const downloads = join(work, 'packages');
  await mkdir(downloads, { recursive: true });
  const apt = await ownAptState(work);
  // Unreachable sources are not fatal; the download fails below if it needs them.
  await runTool(tools.aptGet, [...apt, 'update']).catch(() => undefined);

  const done = new Set<string>();
  let pending = ['redis-server', 'redis-tools'];
  while (pending.length > 0) {
    for (const name of pending) done.add(name);
    await runTool(tools.aptGet, [...apt, 'download', ...pending], { cwd: downloads });
    const packages = (await readdir(downloads)).filter((file) => file.endsWith('.deb'));
    for (const file of packages) await runTool(tools.dpkgDeb, ['-x', join(downloads, file), root]);

    if (!(await lacksLibraries(tools, root))) return;
    const libraries = new Set<string>();
    for (const file of packages) {
      for (const name of await libraryDependencies(tools, join(downloads, file))) libraries.add(name);
      await rm(join(downloads, file));
    }
    pending = [];
    for (const name of libraries) {
      if (!done.has(name) && !(await isInstalled(tools, name))) pending.push(name);
    }
  }
}

/** Returns options that make apt-get use private folders, which need no root. */
async function ownAptState(work: string): Promise<string[]> {
  const state = join(work, 'state');
  const cache = join(work, 'cache');
  await mkdir(join(state, 'lists', 'partial'), { recursive: true });
  await mkdir(join(cache, 'archives', 'partial'), { recursive: true });
  const settings = {
    'Dir::State': state,
    'Dir::State::lists': join(state, 'lists'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': cache,
    // As root, apt would download as a user without access to these folders.
    'APT::Sandbox::User': 'root',
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
    'Acquire::Languages': 'none',
  };
  return ['-q', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

async function lacksLibraries(tools: Tools, root: string): Promise<boolean> {
  const server = join(root, 'usr', 'bin', 'redis-server');
  const output = await runTool(tools.ldd, [server], { env: await environmentOf(root) });
  return output.includes('not found');
}

async function libraryDependencies(tools: Tools, file: string): Promise<string[]> {
  const field = await runTool(tools.dpkgDeb, ['-f', file, 'Depends']);
  // For example: "libc6 (>= 2.34), liblua5.1-0, libssl3 (>= 3.0.0) | libssl1.1".
  const names = field.split(',').map((dependency) => /^\s*([a-z0-9.+-]+)/.exec(dependency)?.[1] ?? '');
  return names.filter((name) => name.startsWith('lib'));
}

async function isInstalled(tools: Tools, name: string): Promise<boolean> {
  try {
    return (await runTool(tools.dpkgQuery, ['-W', '-f', '${db:Status-Status}', name])) === 'installed';
  } catch {
    return false;
  }
}
