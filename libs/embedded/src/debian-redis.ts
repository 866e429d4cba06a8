import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { checkRedis, type RedisProgram } from './redis-program.js';
import { findExecutable, runTool } from './tools.js';

/** Where to unpack, and where to find the system's tools. */
export interface DebianSearch {
  readonly binDir: string;
  /** Folders with programs, as in PATH. */
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
 * Redis as unpacked from the packages of Debian (or Ubuntu, or whatever the machine's package sources name),
 * without installing anything and without root; unpacks them at the first time.
 * Undefined on a system without apt-get. Throws a short reason when the packages cannot be had.
 */
export async function debianRedis(search: DebianSearch): Promise<RedisProgram | undefined> {
  const home = join(search.binDir, FOLDER);
  const unpacked = await programIn(home);
  if (unpacked !== undefined) return unpacked;

  const tools = await findTools(search.searchPath);
  if (tools === undefined) return undefined;
  search.onProgress?.('Redis: not installed, unpacking Debian’s package');
  await mkdir(search.binDir, { recursive: true });
  const work = await mkdtemp(join(search.binDir, `${FOLDER}.`));
  try {
    const root = join(work, 'root');
    await mkdir(root, { recursive: true });
    await unpack(tools, work, root);
    await rename(root, home);
  } catch (error) {
    // Somebody else may have unpacked it meanwhile.
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

/** The unpacked server, with the libraries that were unpacked beside it; undefined when it is not there. */
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

/** Fetches and unpacks Redis, then what it depends on, until no library is missing. */
async function unpack(tools: Tools, work: string, root: string): Promise<void> {
  const downloads = join(work, 'packages');
  await mkdir(downloads, { recursive: true });
  const apt = await ownAptState(work);
  // Sources that cannot be reached are not fatal here; whether the packages can be had is seen below.
  await runTool(tools.aptGet, [...apt, 'update']).catch(() => undefined);

  const done = new Set<string>();
  let wanted = ['redis-server', 'redis-tools'];
  while (wanted.length > 0) {
    for (const name of wanted) done.add(name);
    await runTool(tools.aptGet, [...apt, 'download', ...wanted], { cwd: downloads });
    const packages = (await readdir(downloads)).filter((file) => file.endsWith('.deb'));
    for (const file of packages) await runTool(tools.dpkgDeb, ['-x', join(downloads, file), root]);

    if (!(await lacksLibraries(tools, root))) return;
    const libraries = new Set<string>();
    for (const file of packages) {
      for (const name of await libraryDependencies(tools, join(downloads, file))) libraries.add(name);
      await rm(join(downloads, file));
    }
    wanted = [];
    for (const name of libraries) {
      if (!done.has(name) && !(await isInstalled(tools, name))) wanted.push(name);
    }
  }
}

/** Options that make apt-get use folders of its own, which need no root. */
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
    // As root, apt would fetch as a user that cannot enter these folders.
    'APT::Sandbox::User': 'root',
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
    'Acquire::Languages': 'none',
  };
  return ['-q', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

async function lacksLibraries(tools: Tools, root: string): Promise<boolean> {
  const server = join(root, 'usr', 'bin', 'redis-server');
  const answer = await runTool(tools.ldd, [server], { env: await environmentOf(root) });
  return answer.includes('not found');
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
