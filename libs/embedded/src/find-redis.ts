import { delimiter, join } from 'node:path';
import { debianRedis } from './debian-redis.js';
import { messageOf } from './errors.js';
import { type RedisProgram, redisIn } from './redis-program.js';
import { findExecutable, runTool } from './tools.js';

/** Where a Redis server may come from. */
export interface RedisSearch {
  /** Absolute folder for one of our own. */
  readonly binDir: string;
  /** Folders with programs, as in PATH, which it is when left out. */
  readonly searchPath?: string;
  readonly onProgress?: ((line: string) => void) | undefined;
}

/**
 * Finds a Redis server (6.2 or newer): on the PATH, else in `binDir`, else Debian's package unpacked into
 * `binDir` (no root needed), else Homebrew's, which is installed when missing.
 * Throws a sentence that says what to install when all fail.
 */
export async function findRedis(search: RedisSearch): Promise<RedisProgram> {
  const searchPath = search.searchPath ?? process.env['PATH'] ?? '';
  const reasons: string[] = [];
  const sources = [
    () => redisIn(searchPath.split(delimiter)),
    () => redisIn([search.binDir]),
    () => debianRedis({ binDir: search.binDir, searchPath, onProgress: search.onProgress }),
    () => fromHomebrew(searchPath, search.onProgress),
  ];
  for (const source of sources) {
    try {
      const program = await source();
      if (program !== undefined) return program;
    } catch (error) {
      reasons.push(messageOf(error));
    }
  }
  const tried = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  throw new Error(
    `No Redis server 6.2 or newer was found${tried}. Install one, for example with ` +
      '`sudo apt-get install redis-server`, `sudo dnf install redis` or `brew install redis`, ' +
      'or set REDIS_URL to a server of your own.',
  );
}

async function fromHomebrew(
  searchPath: string,
  onProgress: RedisSearch['onProgress'],
): Promise<RedisProgram | undefined> {
  const brew = await findExecutable('brew', [
    ...searchPath.split(delimiter),
    '/opt/homebrew/bin',
    '/usr/local/bin',
  ]);
  if (brew === undefined) return undefined;
  const prefix = (await runTool(brew, ['--prefix', 'redis'])).trim();
  const installed = await redisIn([join(prefix, 'bin')]);
  if (installed !== undefined) return installed;
  onProgress?.('Redis: installing it with Homebrew');
  await runTool(brew, ['install', '--quiet', 'redis'], {
    env: { ...process.env, HOMEBREW_NO_AUTO_UPDATE: '1', HOMEBREW_NO_INSTALL_CLEANUP: '1' },
  });
  return redisIn([join(prefix, 'bin')]);
}
