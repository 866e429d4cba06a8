import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isErrorWithCode } from './errors.js';

/** Where the processes of one user tell each other which ports were given away: a file for each. */
const FOLDER = join(tmpdir(), `oniverse-ports-${userInfo().uid}`);
/** How long a port is kept, in milliseconds: longer than a server takes until it listens. */
const KEPT_MS = 60_000;

/**
 * Keeps a port for whoever asked first, until their server listens on it: in between it looks free to everybody.
 * @returns false where it is kept for somebody else, in this or another process
 */
export async function reservePort(port: number): Promise<boolean> {
  await mkdir(FOLDER, { recursive: true });
  await forgetOld();
  try {
    const file = await open(join(FOLDER, String(port)), 'wx');
    await file.close();
    return true;
  } catch (error) {
    if (isErrorWithCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function forgetOld(): Promise<void> {
  const oldest = Date.now() - KEPT_MS;
  for (const name of await readdir(FOLDER)) {
    const file = join(FOLDER, name);
    if ((await changedAt(file)) < oldest) await rm(file, { force: true });
  }
}

/** Milliseconds; never where another process has just forgotten it. */
async function changedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return Infinity;
    throw error;
  }
}
