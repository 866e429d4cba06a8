import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type Config, ObjectStore } from '@oniverse/platform';
import type { Client } from 'pg';
import { cipherFor } from './cipher.js';
import { connect, listObjects, lockBackups, readSnapshot } from './database.js';
import { type Destination, openDestination } from './destination.js';
import { keepErasures } from './erasures.js';
import { storeFile } from './files.js';
import { type KeptObject, type Manifest, manifestName } from './manifest.js';
import { folderOf, nameOf, ObjectCopies } from './objects.js';
import { recordSuccess } from './operations.js';
import { removeOldBackups } from './retention.js';
import type { BackupSettings } from './settings.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A member who deletes a picture during a backup causes another attempt. */
const MAX_ATTEMPTS = 5;

export interface MadeBackup {
  name: string;
  manifest: Manifest;
  /** How many earlier backups were removed for their age. */
  removed: number;
}

const linesOf = (lines: readonly string[]): Readable => Readable.from(lines.map((line) => `${line}\n`));

/** `2026-11-26T22-10-05-123Z`: names sort by time. */
const backupName = (createdAt: string): string => createdAt.replaceAll(/[:.]/gu, '-');

/** Makes one backup. It is incomplete until its manifest, the last file, is stored. */
class Backup {
  private readonly cipher;
  private readonly plain = cipherFor(null);
  private readonly name = backupName(new Date().toISOString());

  constructor(
    private readonly config: Pick<Config, 'version'>,
    private readonly settings: BackupSettings,
    private readonly destination: Destination,
    private readonly copies: ObjectCopies,
  ) {
    this.cipher = cipherFor(settings.recipient);
  }

  /** @param client holds the lock of backups */
  async make(client: Client): Promise<{ name: string; manifest: Manifest }> {
    // Most objects are copied before the snapshot, so that few can vanish between it and their copy.
    let lost = new Set((await this.copies.save(await listObjects(client), this.cipher)).missing);
    for (let attempt = 1; ; attempt += 1) {
      const snapshot = await readSnapshot(client, (table, rows) =>
        storeFile(this.destination, this.cipher, `${this.name}/tables/${table}`, rows),
      );
      const { kept, missing } = await this.copies.save(snapshot.objects, this.cipher);
      // Otherwise an object was deleted after the snapshot, which names it: the next snapshot does not.
      if (missing.every((key) => lost.has(key)) || attempt === MAX_ATTEMPTS) {
        const { objects, ...database } = snapshot;
        return { name: this.name, manifest: await this.finish(database, objects, kept) };
      }
      lost = new Set(missing);
    }
  }

  private async finish(
    database: Pick<Manifest, 'createdAt' | 'migrations' | 'tables' | 'sequences'>,
    named: readonly KeptObject[],
    kept: readonly KeptObject[],
  ): Promise<Manifest> {
    const { destination, cipher, name, settings } = this;
    const folder = folderOf(cipher);
    const list = await storeFile(
      destination,
      cipher,
      `${name}/objects`,
      linesOf(kept.map((object) => JSON.stringify(object))),
    );
    const names = await storeFile(
      destination,
      this.plain,
      `${name}/object-names`,
      linesOf(kept.map(({ key }) => nameOf(folder, key))),
    );
    const env =
      settings.envFile !== null && cipher.isEncrypted
        ? await storeFile(destination, cipher, `${name}/env`, createReadStream(settings.envFile))
        : null;
    const manifest: Manifest = {
      format: 1,
      version: this.config.version,
      isEncrypted: cipher.isEncrypted,
      ...database,
      objects: {
        count: kept.length,
        bytes: kept.reduce((sum, { size }) => sum + size, 0),
        folder,
        missing: named.length - kept.length,
        list,
        names,
      },
      env,
    };
    await destination.put(manifestName(name), Buffer.from(JSON.stringify(manifest)));
    return manifest;
  }
}

/**
 * Backs up the database and the objects that it names, as of one moment, while the site runs. Then removes old backups.
 * @throws Error while another backup runs
 */
export async function makeBackup(config: Config, settings: BackupSettings): Promise<MadeBackup> {
  const destination = await openDestination(settings);
  const client = await connect(config.directDatabaseUrl);
  try {
    await lockBackups(client);
    const copies = await ObjectCopies.open(new ObjectStore(config.objectStore), destination);
    const made = await new Backup(config, settings, destination, copies).make(client);
    const { removed, oldest } = await removeOldBackups(destination, copies, settings.keepDays);
    const recoverable = Date.now() - settings.recoveryDays * DAY_MS;
    await keepErasures(
      new ObjectStore(config.objectStore),
      destination,
      new Date(Math.min(Date.parse(oldest ?? made.manifest.createdAt), recoverable)),
    );
    await recordSuccess(client, 'backup', new Date(made.manifest.createdAt));
    return { ...made, removed };
  } finally {
    await client.end();
  }
}
