import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  mailEntry,
  migrate,
  newObjectPath,
  type ObjectState,
  OUTBOX_TOPICS,
  OutboxRow,
  Session,
  storeKeyOf,
  StoredObject,
  User,
} from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { erasureRecordName, ErasureRecords, ObjectStore } from '@oniverse/platform';
import {
  BackendProcess,
  LiveClient,
  makeMember,
  makeServer,
  makeSession,
  TestStack,
  waitUntil,
} from '@oniverse/testing';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { In } from 'typeorm';
import { migrationSource } from './database.js';
import { makeBackup } from './make-backup.js';
import { manifestName } from './manifest.js';
import { LATEST, openBackup, readEnv, restoreBackup, verifyBackup } from './restore-backup.js';
import { isBackupDue } from './schedule.js';
import { type BackupSettings, loadBackupSettings } from './settings.js';

const OPS = fileURLToPath(new URL('../../dist/ops/main.js', import.meta.url));
const DAY_MS = 24 * 60 * 60 * 1_000;
const REPLACING = { identity: null, replaces: true };

describe('backups', () => {
  let stack: TestStack;
  let store: ObjectStore;
  let folder: string;
  let settings: BackupSettings;

  /** The configuration of the commands of operators, which connect as the administrator. */
  const config = () => stack.config({ directDatabaseUrl: stack.env()['DATABASE_URL'] ?? '' });

  beforeAll(async () => {
    stack = await TestStack.start();
    store = new ObjectStore(config().objectStore);
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oniverse-backup-'));
    settings = loadBackupSettings({ BACKUP_FOLDER: folder });
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  afterAll(async () => {
    await stack.stop();
  });

  const make = async (given: Partial<BackupSettings> = {}) => makeBackup(config(), { ...settings, ...given });
  const open = async (name = LATEST, given: Partial<BackupSettings> = {}) =>
    openBackup({ ...settings, ...given }, name);
  const restore = async (options: { identity: string | null; replaces: boolean } = REPLACING) =>
    restoreBackup(config(), await open(), options);
  const runOps = (...args: string[]) =>
    spawnSync(process.execPath, [OPS, ...args], {
      env: { ...process.env, ...stack.env(), BACKUP_FOLDER: folder },
      encoding: 'utf8',
    });
  const users = () => stack.dataSource.getRepository(User);
  const filesIn = async (path = ''): Promise<string[]> =>
    (await readdir(join(folder, path), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));

  /** Stores a picture's bytes with its row. */
  const storeObject = async (state: ObjectState = 'used'): Promise<{ path: string; bytes: Buffer }> => {
    const { user } = await makeMember(stack.dataSource);
    const bytes = randomBytes(2_000);
    const path = newObjectPath();
    const type = { size: bytes.length, contentType: 'image/png' };
    await store.put(storeKeyOf(path), Readable.from([bytes]), type);
    await stack.dataSource.getRepository(StoredObject).insert({
      path,
      userId: user.id,
      state,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    return { path, bytes };
  };
  const readObject = async (path: string): Promise<Buffer | undefined> => {
    const chunks: Buffer[] | undefined = await (await store.get(storeKeyOf(path)))?.toArray();
    return chunks && Buffer.concat(chunks);
  };
  /** Deletes all rows, all objects and what Redis holds. */
  const destroyAll = async (): Promise<void> => {
    await stack.dataSource.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await store.remove(await store.listKeys(''));
    await stack.withRedis(async (redis) => redis.flushdb());
  };

  it('brings back all that was acknowledged before a backup under load, without torn rows', async () => {
    const picture = await storeObject();
    const author = await makeMember(stack.dataSource);
    const { server, channel } = await makeServer(stack.dataSource, { members: [author.user] });
    const backend = await BackendProcess.start(stack.env(), await freePort());
    const client = await LiveClient.connect(backend.url, author);
    let acknowledged = 0;
    const stopLoad = new AbortController();
    const load = (async () => {
      while (!stopLoad.signal.aborted) {
        await client.send(channel.id, `Message ${acknowledged + 1}`);
        acknowledged += 1;
        // A picture is deleted now and then, as members do.
        if (acknowledged % 5 === 0) {
          const { path } = await storeObject();
          await stack.dataSource.getRepository(StoredObject).update({ path }, { state: 'discarded' });
          await store.remove([storeKeyOf(path)]);
        }
      }
    })();
    await waitUntil('some messages', () => acknowledged >= 20);
    const before = acknowledged;
    const { manifest } = await make();
    expect(manifest.objects.missing).toBe(0);
    await waitUntil('further messages', () => acknowledged > before + 5);
    stopLoad.abort();
    await load;
    client.close();
    await backend.stop();

    await destroyAll();
    await restore();

    const seqs: { seq: number }[] = await stack.dataSource.query(
      'SELECT seq::integer FROM messages WHERE channel_id = $1 ORDER BY seq',
      [channel.id],
    );
    expect(seqs.length).toBeGreaterThanOrEqual(before);
    expect(seqs.map(({ seq }) => seq)).toEqual(seqs.map((_, index) => index + 1));
    const kept: { path: string }[] = await stack.dataSource.query(
      `SELECT path FROM objects WHERE state IN ('stored', 'used')`,
    );
    for (const { path } of kept) expect(await readObject(path)).toBeDefined();
    expect(await readObject(picture.path)).toEqual(picture.bytes);

    const restored = await BackendProcess.start(stack.env(), await freePort());
    const sessionId = await makeSession(stack.dataSource, author.user.id);
    const again = await LiveClient.connect(restored.url, { sessionId });
    expect(await again.send(channel.id, 'After the restore')).toMatchObject({ seq: seqs.length + 1 });
    again.close();
    const page = await fetch(`${restored.url}/api/servers/${server.id}`, {
      headers: { authorization: `Bearer ${sessionId}` },
    });
    expect(page.status).toBe(200);
    await restored.stop();
  });

  it('LIV-050 ends all sessions and links', async () => {
    const { user } = await makeMember(stack.dataSource);
    const id = user.id;
    await stack.dataSource.query(
      `INSERT INTO account_tokens (hash, purpose, user_id, expires_at) VALUES ('a', 'reset-password', $1, now() + '1 day')`,
      [id],
    );
    await stack.dataSource.query(
      `INSERT INTO email_changes (user_id, previous_email) VALUES ($1, 'former@example.org')`,
      [id],
    );
    await stack.dataSource.query(
      `INSERT INTO export_addresses (user_id, token_hash, expires_at) VALUES ($1, 'b', now() + '1 day')`,
      [id],
    );
    await stack.dataSource.query(
      `INSERT INTO auth_challenges (hash, kind, user_id, expires_at) VALUES ('c', 'second-factor', $1, now() + '1 day')`,
      [id],
    );
    const mails = stack.dataSource.getRepository(OutboxRow);
    // The worker would make a link for it.
    await mails.insert([mailEntry({ purpose: 'reset-password', userId: id })]);
    await make();
    const read = async (): Promise<string[]> => {
      const tables = ['sessions', 'auth_challenges', 'account_tokens', 'email_changes', 'export_addresses'];
      const rows = tables.map(async (table) => {
        const found: unknown[] = await stack.dataSource.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [
          id,
        ]);
        return found.length > 0 ? table : [];
      });
      return (await Promise.all(rows)).flat();
    };
    expect(await read()).toHaveLength(5);
    await restore();
    expect(await users().countBy({ id })).toBe(1);
    expect(await read()).toEqual([]);
    expect(await mails.countBy({ topic: OUTBOX_TOPICS.sendMail })).toBe(0);
  });

  it('LIV-050 ends all sessions of a database that returned to a moment', async () => {
    const { user } = await makeMember(stack.dataSource);
    const records = new ErasureRecords(store);
    await records.add({ userId: user.id, erasedAt: new Date() });
    const { user: earlier, sessionId } = await makeMember(stack.dataSource);
    // An erasure that failed long before the moment.
    await records.add({ userId: earlier.id, erasedAt: new Date(Date.now() - DAY_MS) });
    expect(sessionId).not.toBe('');
    const { status, stdout } = runOps('recovery:finish', new Date().toISOString());
    expect([status, stdout]).toEqual([0, expect.stringContaining('Erased 1 accounts again')]);
    expect(await users().findBy({ id: In([user.id, earlier.id]) })).toMatchObject([{ id: earlier.id }]);
    expect(await stack.dataSource.getRepository(Session).count()).toBe(0);
  });

  it('LIV-051 erases accounts again that were erased after the backup, also without the former store', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { name } = await make();
    await new ErasureRecords(store).add({ userId: user.id, erasedAt: new Date() });
    await users().delete({ id: user.id });
    await make();
    await destroyAll();
    const { status, stdout } = runOps('backup:restore', name, '--replace');
    expect([status, stdout]).toEqual([0, expect.stringContaining('Erased 1 accounts again')]);
    expect(await users().countBy({ id: user.id })).toBe(0);
  });

  it('LIV-052 keeps the list of erased accounts as long as a state of before an erasure, with id and time only', async () => {
    const records = new ErasureRecords(store);
    await records.remove(await records.list());
    const erased = (days: number) => ({
      userId: randomUUID(),
      erasedAt: new Date(Date.now() - days * DAY_MS),
    });
    const [old, recent] = [erased(30), erased(5)];
    await records.add(old);
    await records.add(recent);
    const first = await make();
    expect(await records.list()).toEqual([recent]);
    expect(await filesIn('erasures')).toEqual([join(folder, erasureRecordName(recent))]);
    expect(await readFile(join(folder, erasureRecordName(recent)), 'utf8')).toBe('\n');
    // An older backup can still bring the account back.
    const file = join(folder, manifestName(first.name));
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    manifest.createdAt = new Date(Date.now() - 40 * DAY_MS).toISOString();
    await writeFile(file, JSON.stringify(manifest));
    await records.add(old);
    await make({ keepDays: 50 });
    expect(await records.list()).toEqual([old, recent]);
  });

  it('replaces a site with content only when asked to', async () => {
    const { user } = await makeMember(stack.dataSource);
    await make();
    const { user: later } = await makeMember(stack.dataSource);
    await expect(restore({ identity: null, replaces: false })).rejects.toThrow('not empty');
    expect(await users().countBy({ id: later.id })).toBe(1);
    await restore();
    expect(await users().countBy({ id: later.id })).toBe(0);
    expect(await users().countBy({ id: user.id })).toBe(1);
  });

  it('encrypts the content and the .env with age, and opens them with the secret key only', async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const { path, bytes } = await storeObject();
    const envFile = join(folder, 'operator.env');
    await writeFile(envFile, 'HTTP_PORT=80\nREDIS_PASSWORD=correct-horse\n');
    const { manifest } = await make({ recipient, envFile });
    expect(manifest).toMatchObject({ isEncrypted: true, env: { parts: [expect.anything()] } });
    await rm(envFile);
    for (const file of await filesIn()) {
      const stored = await readFile(file);
      expect(stored.includes('correct-horse')).toBe(false);
      expect(stored.includes(bytes)).toBe(false);
      expect(file).not.toContain(storeKeyOf(path).split('/')[1]);
    }
    await verifyBackup(await open(), store, null);
    await verifyBackup(await open(), store, identity);
    await expect(restore()).rejects.toThrow('encrypted');
    expect(await readEnv(await open(), identity)).toEqual(['HTTP_PORT=80', 'REDIS_PASSWORD=correct-horse']);
    await expect(restore({ identity: await generateX25519Identity(), replaces: true })).rejects.toThrow();
    expect(await readObject(path)).toEqual(bytes);
    await destroyAll();
    await restore({ identity, replaces: true });
    expect(await readObject(path)).toEqual(bytes);
  });

  it('restores each backup with its own key after the key changed', async () => {
    const { path, bytes } = await storeObject();
    const identities = [null, await generateX25519Identity(), await generateX25519Identity()];
    const names: string[] = [];
    for (const identity of identities) {
      const recipient = identity === null ? null : await identityToRecipient(identity);
      names.push((await make({ recipient })).name);
    }
    for (const [index, name] of names.entries()) {
      const identity = identities[index] ?? null;
      await verifyBackup(await open(name), store, identity);
      await store.remove([storeKeyOf(path)]);
      await restoreBackup(config(), await open(name), { identity, replaces: true });
      expect(await readObject(path)).toEqual(bytes);
    }
  });

  it('leaves .env out of an unencrypted backup, which never goes to a bucket', async () => {
    const envFile = join(folder, 'operator.env');
    await writeFile(envFile, 'REDIS_PASSWORD=correct-horse\n');
    expect((await make({ envFile })).manifest.env).toBeNull();
    await expect(open().then((backup) => readEnv(backup, null))).rejects.toThrow('only encrypted');
    const bucket = {
      BACKUP_S3_ENDPOINT: 'https://s3.example',
      BACKUP_S3_ACCESS_KEY: 'a',
      BACKUP_S3_SECRET_KEY: 'b',
      BACKUP_S3_BUCKET: 'copies',
    };
    expect(() => loadBackupSettings(bucket)).toThrow('Only encrypted');
    expect(() => loadBackupSettings({ BACKUP_S3_ENDPOINT: 'https://s3.example' })).toThrow(
      'BACKUP_S3_BUCKET',
    );
    expect(() => loadBackupSettings({})).toThrow('BACKUP_FOLDER');
  });

  it('TLK-306 brings back attachments, those that no message has yet, and what a case keeps', async () => {
    const objects = [await storeObject('used'), await storeObject('stored'), await storeObject('kept')];
    const discarded = await storeObject('discarded');
    await make();
    await destroyAll();
    await restore();
    for (const { path, bytes } of objects) expect(await readObject(path)).toEqual(bytes);
    expect(await readObject(discarded.path)).toBeUndefined();
  });

  it('stores backups in a bucket', async () => {
    const identity = await generateX25519Identity();
    const { endpoint, accessKey, secretKey } = config().objectStore;
    const given = loadBackupSettings({
      BACKUP_S3_ENDPOINT: endpoint.href,
      BACKUP_S3_ACCESS_KEY: accessKey,
      BACKUP_S3_SECRET_KEY: secretKey,
      BACKUP_S3_BUCKET: `${config().objectStore.bucket}-backups`,
      BACKUP_AGE_RECIPIENT: await identityToRecipient(identity),
    });
    const { path, bytes } = await storeObject();
    await make(given);
    await destroyAll();
    await restoreBackup(config(), await open(LATEST, given), { identity, replaces: false });
    expect(await readObject(path)).toEqual(bytes);
  });

  it('finds damage before it changes anything', async () => {
    const { path } = await storeObject();
    const { name } = await make();
    const { user: later } = await makeMember(stack.dataSource);
    const expectRefused = async () => {
      await expect(verifyBackup(await open(), store, null)).rejects.toThrow();
      await expect(restore()).rejects.toThrow();
      expect(await users().countBy({ id: later.id })).toBe(1);
    };
    const objects = await filesIn('objects');
    const part = join(folder, name, 'tables/users.000000');
    for (const file of [part, ...objects]) {
      const bytes = await readFile(file);
      const damaged = Buffer.from(bytes);
      damaged[damaged.length - 1]! ^= 1;
      await writeFile(file, damaged);
      await expectRefused();
      await rm(file);
      await expectRefused();
      await writeFile(file, bytes);
    }
    await writeFile(join(folder, manifestName(name)), '{}');
    await expect(open()).rejects.toThrow('damaged');
    expect(await readObject(path)).toBeDefined();
  });

  it('OPS-093 stores the time of the last backup and of the last drill, and keeps that of the backup in a restore', async () => {
    const { manifest } = await make();
    await restore();
    expect(runOps('drill:record').status).toBe(0);
    const rows: { name: string; succeeded_at: Date }[] = await stack.dataSource.query(
      'SELECT * FROM operations ORDER BY name',
    );
    expect(rows.map(({ name }) => name)).toEqual(['backup', 'drill']);
    expect(rows[0]?.succeeded_at).toEqual(new Date(manifest.createdAt));
  });

  it('counts the objects that the store has lost or damaged, and backs up the others', async () => {
    const lost = await storeObject();
    const damaged = await storeObject();
    const whole = await storeObject();
    await store.remove([storeKeyOf(lost.path)]);
    const type = { size: 1, contentType: 'image/png' };
    await store.put(storeKeyOf(damaged.path), Readable.from([Buffer.alloc(1)]), type);
    const { manifest } = await make();
    expect(manifest.objects.missing).toBe(2);
    await restore();
    expect(await readObject(whole.path)).toEqual(whole.bytes);
    await stack.dataSource.getRepository(StoredObject).delete([{ path: lost.path }, { path: damaged.path }]);
  });

  it('removes old backups and their objects, never the newest, and knows when one is due', async () => {
    const { path } = await storeObject();
    const first = await make();
    const age = async (name: string, days: number) => {
      const file = join(folder, manifestName(name));
      const manifest = JSON.parse(await readFile(file, 'utf8'));
      manifest.createdAt = new Date(Date.now() - days * DAY_MS).toISOString();
      await writeFile(file, JSON.stringify(manifest));
    };
    await age(first.name, 30);
    expect(await isBackupDue(settings, Date.now())).toBe(true);
    const objects = (await filesIn('objects')).length;
    await stack.dataSource.getRepository(StoredObject).update({ path }, { state: 'discarded' });
    await stack.dataSource.getRepository(StoredObject).delete({ path });
    // What an aborted backup left.
    await rm(join(folder, manifestName(first.name)));
    const second = await make();
    expect(await isBackupDue(settings, Date.now())).toBe(false);
    expect((await filesIn()).some((file) => file.includes(first.name))).toBe(false);
    expect(await filesIn('objects')).toHaveLength(objects - 1);
    await age(second.name, 30);
    const third = await make();
    expect(third.removed).toBe(1);
    await expect(open(second.name)).rejects.toThrow('There is no backup');
    await verifyBackup(await open(), store, null);
  });

  it('restores no rows when a table differs from the backup', async () => {
    await makeMember(stack.dataSource);
    const { name } = await make();
    const file = join(folder, manifestName(name));
    const intact = await readFile(file, 'utf8');
    const manifest = JSON.parse(intact);
    for (const table of manifest.tables) if (table.name === 'users') table.sum = '1';
    await writeFile(file, JSON.stringify(manifest));
    await expect(restore()).rejects.toThrow('users differs from the backup');
    expect(await users().count()).toBe(0);
    await writeFile(file, intact);
    await restore();
    expect(await users().count()).toBeGreaterThan(0);
  });

  it('leaves out a table that the product does not have', async () => {
    await stack.dataSource.query('CREATE TABLE notes_of_mine (note text)');
    await make();
    expect(await restore()).toEqual(['notes_of_mine']);
  });

  it('restores the backup of an earlier version, and refuses that of a later one', async () => {
    const { directDatabaseUrl: databaseUrl } = config();
    const migrations = async (): Promise<string[]> => {
      const rows: { name: string }[] = await stack.dataSource.query(
        'SELECT name FROM migrations ORDER BY timestamp',
      );
      return rows.map(({ name }) => name);
    };
    const newest = async (): Promise<string> => (await migrations()).at(-1) ?? '';
    const last = await newest();
    const earlier = await migrationSource(databaseUrl, (await migrations()).slice(0, -1)).initialize();
    await destroyAll();
    await migrate(earlier, async () => {});
    await earlier.destroy();
    expect(await newest()).not.toBe(last);
    const { name } = await make();
    await restore();
    expect(await newest()).toBe(last);

    const file = join(folder, manifestName(name));
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    manifest.migrations.push('FromTheFuture2999010100000');
    await writeFile(file, JSON.stringify(manifest));
    await expect(restore()).rejects.toThrow('newer version');
  });
});
