import { execFileSync } from 'node:child_process';
import { statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isErrorWithCode } from './errors.js';

/** The user that PostgreSQL runs as instead of root, which it refuses. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom PostgreSQL must run as: undefined for an ordinary user (whoever asks), and for root the owner of the
 * data folder, else the system's user `postgres`, made when missing.
 * Throws when that user cannot be made.
 */
export function postgresUser(dataDir: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statOrUndefined(dataDir);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return lookUp('postgres') ?? create('postgres');
}

/**
 * Throws, with the command that mends it, when the user cannot pass through a folder above one of the paths:
 * PostgreSQL could then neither be executed nor reach its data.
 */
export function assertCanEnter(user: SystemUser, paths: readonly string[]): void {
  for (const path of paths) {
    const blocked = firstBlockedFolder(user, dirname(resolve(path)));
    if (blocked !== undefined) {
      throw new Error(
        `PostgreSQL does not run as root, and the user it runs as instead (uid ${user.uid}) cannot enter ` +
          `${blocked}. Let it through with: chmod o+x '${blocked}'`,
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
  return mayEnter(user, stats) ? undefined : folder;
}

function mayEnter(user: SystemUser, { uid, gid, mode }: Stats): boolean {
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

function lookUp(name: string): SystemUser | undefined {
  const id = (option: string) =>
    Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function create(name: string): SystemUser {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', name], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and the user '${name}' it would run as cannot be made. ` +
        'Start as an ordinary user, or make that user first.',
      { cause: error },
    );
  }
  const user = lookUp(name);
  if (user === undefined) throw new Error(`The user '${name}' was made but is not found.`);
  return user;
}
