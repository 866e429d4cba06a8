import { execFileSync } from 'node:child_process';
import { statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isErrorWithCode } from './errors.js';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the user that PostgreSQL must run as, which refuses to run as root: undefined for an ordinary user; for root,
 * the owner of the data folder, else the user `postgres`, created if missing.
 * @throws Error if that user cannot be created
 */
export function postgresUser(dataDir: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statOrUndefined(dataDir);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findUser('postgres') ?? createUser('postgres');
}

/** Checks that the user can enter the folders above all paths. @throws Error with the command that fixes it */
export function assertCanEnter(user: SystemUser, paths: readonly string[]): void {
  for (const path of paths) {
    const blocked = firstBlockedFolder(user, dirname(resolve(path)));
    if (blocked !== undefined) {
      throw new Error(
        `PostgreSQL does not run as root, and the user it runs as instead (uid ${user.uid}) cannot enter ` +
          `${blocked}. Grant access with: chmod o+x '${blocked}'`,
      );
    }
  }
}

function firstBlockedFolder(user: SystemUser, folder: string): string | undefined {
  const parent = dirname(folder);
  const above = parent === folder ? undefined : firstBlockedFolder(user, parent);
  if (above !== undefined) return above;
  const stats = statOrUndefined(folder);
  if (stats === undefined) return undefined;
  return canEnter(user, stats) ? undefined : folder;
}

function canEnter(user: SystemUser, { uid, gid, mode }: Stats): boolean {
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function statOrUndefined(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function findUser(name: string): SystemUser | undefined {
  const id = (option: string) =>
    Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function createUser(name: string): SystemUser {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', name], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and its user '${name}' could not be created. ` +
        'Start as an ordinary user, or create that user first.',
      { cause: error },
    );
  }
  const user = findUser(name);
  if (user === undefined) throw new Error(`The user '${name}' was created but cannot be found.`);
  return user;
}
