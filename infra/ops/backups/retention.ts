import { createOpener } from './cipher.js';
import type { Destination } from './destination.js';
import { readLines } from './files.js';
import { type Manifest, manifestName, parseManifest } from './manifest.js';
import type { ObjectCopies } from './objects.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const NAME = /^\d{4}-\d\d-\d\dT[\d-]+Z$/u;

export interface StoredBackup {
  name: string;
  manifest: Manifest;
}

const folderOf = (name: string): string => name.split('/')[0] ?? '';

/** Returns the complete backups of a destination, the newest first. */
export async function listBackups(destination: Destination): Promise<StoredBackup[]> {
  const names = (await destination.list(''))
    .filter((file) => NAME.test(folderOf(file)) && file === manifestName(folderOf(file)))
    .map(folderOf);
  const backups: StoredBackup[] = [];
  for (const name of names.toSorted().toReversed()) {
    const text = (await destination.get(manifestName(name))).toString();
    backups.push({ name, manifest: parseManifest(text) });
  }
  return backups;
}

/**
 * Removes backups older than `keepDays` except for the newest, the files of aborted backups, and the objects that no
 * remaining backup has. The caller holds the lock of backups.
 * @returns the number of removed backups, and the moment of the oldest one that remains
 */
export async function removeOldBackups(
  destination: Destination,
  copies: ObjectCopies,
  keepDays: number,
): Promise<{ removed: number; oldest: string | undefined }> {
  const backups = await listBackups(destination);
  const oldest = Date.now() - keepDays * DAY_MS;
  const kept = backups.filter(
    ({ manifest }, index) => index === 0 || Date.parse(manifest.createdAt) >= oldest,
  );
  const keptNames = new Set(kept.map(({ name }) => name));
  const files = await destination.list('');
  const old = files.filter((file) => NAME.test(folderOf(file)) && !keptNames.has(folderOf(file)));
  // Manifests first, so that no backup looks complete without its files.
  await destination.remove(old.filter((file) => file === manifestName(folderOf(file))));
  await destination.remove(old);
  const objects = new Set<string>();
  for (const { manifest } of kept) {
    for (const name of await readLines(destination, createOpener(false, null), manifest.objects.names)) {
      objects.add(name);
    }
  }
  await copies.removeOthers(objects);
  return { removed: backups.length - kept.length, oldest: kept.at(-1)?.manifest.createdAt };
}
