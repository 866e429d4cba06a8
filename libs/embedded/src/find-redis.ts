import { delimiter, join } from 'node:path';
import { unpackDebianRedis } from './debian-redis.js';
import { messageOf } from './errors.js';
import { type RedisProgram, findRedisIn } from './redis-program.js';
import { findExecutable, runTool } from './tools.js';

export interface RedisSearch {
  readonly binDir: string;
  /** Defaults to PATH. */
  readonly searchPath?: string;
  readonly onProgress?: ((line: string) => void) | undefined;
}

/**
 * Finds a Redis server, 6.2 or newer: on the PATH, else in `binDir`, else by unpacking Debian's package into `binDir`,
 * else with Homebrew, which installs it if missing.
 * @throws Error that says what to install
 */
export async function findRedis(search: RedisSearch): Promise<RedisProgram> {
  const searchPath = search.searchPath ?? process.env['PATH'] ?? '';
  const reasons: string[] = [];
  const sources = [
    () => findRedisIn(searchPath.split(delimiter)),
    () => findRedisIn([search.binDir]),
    () => unpackDebianRedis({ binDir: search.binDir, searchPath, onProgress: search.onProgress }),
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
  const installed = await findRedisIn([join(prefix, 'bin')]);
  if (installed !== undefined) return installed;
  onProgress?.('Redis: installing with Homebrew');
  await runTool(brew, ['install', '--quiet', 'redis'], {
    env: { ...process.env, HOMEBREW_NO_AUTO_UPDATE: '1', HOMEBREW_NO_INSTALL_CLEANUP: '1' },
  });
  return findRedisIn([join(prefix, 'bin')]);
}
