import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { newObjectPath, type ObjectState, storeKeyOf, StoredObject, User } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, TestStack } from '@oniverse/testing';
import { makeBackup } from '../make-backup.js';
import { LATEST, openBackup, restoreBackup } from '../restore-backup.js';
import { type BackupSettings, loadBackupSettings } from '../settings.js';

const OPS = fileURLToPath(new URL('../../../dist/ops/main.js', import.meta.url));
const REPLACING = { identity: null, replaces: true };

/** A site that tests back up to a folder, destroy and restore. */
export class BackupSite {
  private constructor(
    readonly stack: TestStack,
    readonly store: ObjectStore,
    readonly folder: string,
  ) {}

  static async start(): Promise<BackupSite> {
    const stack = await TestStack.start();
    const folder = await mkdtemp(join(tmpdir(), 'oniverse-backup-'));
    return new BackupSite(stack, new ObjectStore(stack.config().objectStore), folder);
  }

  async stop(): Promise<void> {
    await rm(this.folder, { recursive: true });
    await this.stack.stop();
  }

  /** Deletes all backups. */
  async emptyFolder(): Promise<void> {
    for (const name of await readdir(this.folder)) await rm(join(this.folder, name), { recursive: true });
  }

  /** The configuration of the commands of operators, which connect as the administrator. */
  config() {
    return this.stack.config({ directDatabaseUrl: this.stack.env()['DATABASE_URL'] ?? '' });
  }

  get settings(): BackupSettings {
    return loadBackupSettings({ BACKUP_FOLDER: this.folder });
  }

  async make(given: Partial<BackupSettings> = {}) {
    return makeBackup(this.config(), { ...this.settings, ...given });
  }

  async open(name = LATEST, given: Partial<BackupSettings> = {}) {
    return openBackup({ ...this.settings, ...given }, name);
  }

  async restore(options: { identity: string | null; replaces: boolean } = REPLACING): Promise<string[]> {
    return restoreBackup(this.config(), await this.open(), options);
  }

  runOps(...args: string[]) {
    return spawnSync(process.execPath, [OPS, ...args], {
      env: { ...process.env, ...this.stack.env(), BACKUP_FOLDER: this.folder },
      encoding: 'utf8',
    });
  }

  get users() {
    return this.stack.dataSource.getRepository(User);
  }

  async filesIn(path = ''): Promise<string[]> {
    return (await readdir(join(this.folder, path), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  }

  /** Stores a picture's bytes with its row. */
  async storeObject(state: ObjectState = 'used'): Promise<{ path: string; bytes: Buffer }> {
    const { user } = await makeMember(this.stack.dataSource);
    const bytes = randomBytes(2_000);
    const path = newObjectPath();
    const type = { size: bytes.length, contentType: 'image/png' };
    await this.store.put(storeKeyOf(path), Readable.from([bytes]), type);
    await this.stack.dataSource.getRepository(StoredObject).insert({
      path,
      userId: user.id,
      state,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    return { path, bytes };
  }

  async readObject(path: string): Promise<Buffer | undefined> {
    const chunks: Buffer[] | undefined = await (await this.store.get(storeKeyOf(path)))?.toArray();
    return chunks && Buffer.concat(chunks);
  }

  /** Deletes all rows, all objects and what Redis holds. */
  async destroyAll(): Promise<void> {
    await this.stack.dataSource.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await this.store.remove(await this.store.listKeys(''));
    await this.stack.withRedis(async (redis) => redis.flushdb());
  }
}
