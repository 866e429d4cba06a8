import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isErrorWithCode } from './errors.js';

/** One file per reserved port, shared by all processes of a user. */
const FOLDER = join(tmpdir(), `oniverse-ports-${userInfo().uid}`);
/** Longer than a server needs to start listening. */
const RESERVATION_MS = 60_000;

/** Reserves a port until the caller's server listens on it. Returns false if it is already reserved. */
export async function reservePort(port: number): Promise<boolean> {
  await mkdir(FOLDER, { recursive: true });
  await removeExpired();
  try {
    const file = await open(join(FOLDER, String(port)), 'wx');
    await file.close();
    return true;
  } catch (error) {
    if (isErrorWithCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function removeExpired(): Promise<void> {
  const oldest = Date.now() - RESERVATION_MS;
  for (const name of await readdir(FOLDER)) {
    const file = join(FOLDER, name);
    if ((await changedAt(file)) < oldest) await rm(file, { force: true });
  }
}

/** Returns the file's modification time in ms, or Infinity if another process has just removed it. */
async function changedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return Infinity;
    throw error;
  }
}
