import { erasureRecordName, ErasureRecords, type ObjectStore, parseErasureRecords } from '@oniverse/platform';
import type { Env } from '@oniverse/platform/command';
import { BackendOperations } from '../cli/backend-operations.js';
import type { Destination } from './destination.js';

const FOLDER = 'erasures/';
/** No erasure takes longer from its record to its commit, in milliseconds. */
const LONGEST_ERASURE_MS = 60 * 60 * 1_000;

const listKept = async (destination: Destination) => parseErasureRecords(await destination.list(FOLDER));

/**
 * Copies the list of erased accounts to the backups, for a restore without the site's object store. Removes records of
 * before a moment from both.
 * @param oldest the moment of the oldest state to which an operator can return
 */
export async function keepErasures(
  store: ObjectStore,
  destination: Destination,
  oldest: Date,
): Promise<void> {
  const records = new ErasureRecords(store);
  const kept = await listKept(destination);
  const keptNames = new Set(kept.map(erasureRecordName));
  const present = await records.list();
  const isOld = ({ erasedAt }: { erasedAt: Date }) =>
    erasedAt.getTime() < oldest.getTime() - LONGEST_ERASURE_MS;
  for (const record of present) {
    const name = erasureRecordName(record);
    if (!isOld(record) && !keptNames.has(name)) await destination.put(name, Buffer.from('\n'));
  }
  await records.remove(present.filter(isOld));
  await destination.remove(kept.filter(isOld).map(erasureRecordName));
}

/** Adds the records of the backups to those of the site's object store. */
export async function restoreErasures(store: ObjectStore, destination: Destination): Promise<void> {
  const records = new ErasureRecords(store);
  for (const record of await listKept(destination)) await records.add(record);
}

/**
 * Erases the accounts again that members erased after a moment to which the database returned. Backends must be stopped.
 * @param env the variables of a backend
 * @returns how many there were
 * @throws Error if one cannot be erased
 */
export async function repeatErasures(env: Env, moment: Date): Promise<number> {
  const since = new Date(moment.getTime() - LONGEST_ERASURE_MS).toISOString();
  const backend = new BackendOperations(env);
  try {
    return await backend.run('erasures.repeat', { since });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database is restored, but accounts erased since are back: ${reason}`, {
      cause: error,
    });
  } finally {
    await backend.close();
  }
}
