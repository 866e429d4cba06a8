import { once } from 'node:events';
import { Readable } from 'node:stream';
import { type Config, connectRedis, createLogger, deleteAllKeys, ObjectStore } from '@oniverse/platform';
import * as v from 'valibot';
import { notFound } from '../cli/command-error.js';
import { createOpener, type Opener } from './cipher.js';
import { connect, hasTables, lockBackups, requireKnownMigrations, writeSnapshot } from './database.js';
import { type Destination, openDestination } from './destination.js';
import { restoreErasures } from './erasures.js';
import { openFile, readLines, verifyFile } from './files.js';
import { type KeptObject, keptObjectSchema, type Manifest } from './manifest.js';
import { forEachObject, nameOf, ObjectCopies } from './objects.js';
import { recordSuccess } from './operations.js';
import { listBackups, type StoredBackup } from './retention.js';
import type { BackupSettings } from './settings.js';

export const LATEST = 'latest';
const REDIS_MS = 5_000;

export interface OpenedBackup extends StoredBackup {
  destination: Destination;
}

/** Finds a backup by its name, or the newest. @throws Error if there is none */
export async function openBackup(settings: BackupSettings, name: string): Promise<OpenedBackup> {
  const destination = await openDestination(settings);
  const backups = await listBackups(destination);
  const found = name === LATEST ? backups[0] : backups.find((backup) => backup.name === name);
  if (!found) throw notFound(name === LATEST ? 'There is no backup.' : `There is no backup ${name}.`);
  return { ...found, destination };
}

const filesOf = ({ tables, objects, env }: Manifest) => [
  ...tables.map(({ file }) => file),
  objects.list,
  objects.names,
  ...(env === null ? [] : [env]),
];

async function listKept({ destination, manifest }: OpenedBackup, opener: Opener): Promise<KeptObject[]> {
  const lines = await readLines(destination, opener, manifest.objects.list);
  return lines.map((line) => v.parse(v.pipe(v.string(), v.parseJson(), keptObjectSchema), line));
}

/**
 * Reads all of a backup and compares it with its checksums. Without the secret key of an encrypted backup, it only checks
 * that the objects exist.
 * @throws Error that names what is missing or damaged
 */
export async function verifyBackup(
  backup: OpenedBackup,
  store: ObjectStore,
  identity: string | null,
): Promise<void> {
  const { destination, manifest } = backup;
  for (const file of filesOf(manifest)) await verifyFile(destination, file);
  const copies = await ObjectCopies.open(store, destination);
  if (manifest.isEncrypted && identity === null) {
    const names = await readLines(destination, createOpener(false, null), manifest.objects.names);
    const missing = names.find((name) => !copies.has(name));
    if (missing !== undefined) throw new Error(`${missing} is missing.`);
    return;
  }
  const opener = createOpener(manifest.isEncrypted, identity);
  const { folder } = manifest.objects;
  await forEachObject(await listKept(backup, opener), async (object) => {
    const name = nameOf(folder, object.key);
    if (!copies.has(name)) throw new Error(`${name} is missing.`);
    await copies.read(folder, object, opener);
  });
}

/** Returns the lines of the operator's settings. @throws Error if the backup has none, or for a wrong key */
export async function readEnv(
  { destination, name, manifest }: OpenedBackup,
  identity: string | null,
): Promise<string[]> {
  if (manifest.env === null) throw new Error(`${name} has no .env: only encrypted backups do.`);
  return readLines(destination, createOpener(manifest.isEncrypted, identity), manifest.env);
}

export interface RestoreOptions {
  /** The secret key (age) of an encrypted backup. */
  identity: string | null;
  /** Whether the current content of the site may be deleted. */
  replaces: boolean;
}

/**
 * Replaces the content of the site by that of a backup, after checking all of it. Backends and workers must be stopped.
 * All sessions and links end. `repeatErasures` has to follow.
 * @returns the tables of the backup that the product does not have, which are left out
 * @throws Error that says why nothing, or what, was changed
 */
export async function restoreBackup(
  config: Config,
  backup: OpenedBackup,
  { identity, replaces }: RestoreOptions,
): Promise<string[]> {
  const { destination, manifest } = backup;
  const store = new ObjectStore(config.objectStore);
  await store.ensureBucket();
  requireKnownMigrations(config.directDatabaseUrl, manifest);
  const client = await connect(config.directDatabaseUrl);
  try {
    await lockBackups(client);
    if (!replaces && (await hasTables(client))) {
      throw new Error('The database is not empty. `--replace` deletes what is in it.');
    }
    await verifyBackup(backup, store, identity);
    const opener = createOpener(manifest.isEncrypted, identity);
    const copies = await ObjectCopies.open(store, destination);
    // Objects first: an interrupted restore leaves bytes that no row names, not rows without bytes.
    await forEachObject(await listKept(backup, opener), async (object) => {
      const bytes = await copies.read(manifest.objects.folder, object, opener);
      const type = { size: bytes.length, contentType: 'application/octet-stream' };
      await store.put(object.key, Readable.from([bytes]), type);
    });
    await restoreErasures(store, destination);
    const foreign = await writeSnapshot(client, config.directDatabaseUrl, manifest, ({ file }) =>
      openFile(destination, opener, file),
    );
    // The rows of a backup are from before its end.
    await recordSuccess(client, 'backup', new Date(manifest.createdAt));
    await emptyRedis(config);
    return foreign;
  } finally {
    await client.end();
  }
}

/** Empties Redis, which has only what derives from the database: limits, presence, jobs. */
async function emptyRedis({ redis: settings }: Config): Promise<void> {
  const redis = connectRedis(settings, 'commands', createLogger('ops', 'silent'));
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_MS) });
    await deleteAllKeys(redis);
  } catch (error) {
    const message =
      'The content is restored, but Redis could not be emptied: restore again once Redis answers.';
    throw new Error(message, { cause: error });
  } finally {
    redis.disconnect();
  }
}
