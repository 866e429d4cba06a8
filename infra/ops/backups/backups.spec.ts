import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mailEntry, OUTBOX_TOPICS, OutboxRow, Session, storeKeyOf, StoredObject } from '@oniverse/data';
import { erasureRecordName, ErasureRecords } from '@oniverse/platform';
import { makeMember } from '@oniverse/testing';
import { In } from 'typeorm';
import { manifestName } from './manifest.js';
import { readEnv, verifyBackup } from './restore-backup.js';
import { isBackupDue } from './schedule.js';
import { loadBackupSettings } from './settings.js';
import { BackupSite } from './testing/backup-site.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('backups', () => {
  let site: BackupSite;

  beforeAll(async () => {
    site = await BackupSite.start();
  });

  afterEach(async () => {
    await site.emptyFolder();
  });

  afterAll(async () => {
    await site.stop();
  });

  it('LIV-050 ends all sessions and links', async () => {
    const { user } = await makeMember(site.stack.dataSource);
    const id = user.id;
    await site.stack.dataSource.query(
      `INSERT INTO account_tokens (hash, purpose, user_id, expires_at) VALUES ('a', 'reset-password', $1, now() + '1 day')`,
      [id],
    );
    await site.stack.dataSource.query(
      `INSERT INTO email_changes (user_id, previous_email) VALUES ($1, 'former@example.org')`,
      [id],
    );
    await site.stack.dataSource.query(
      `INSERT INTO export_addresses (user_id, token_hash, expires_at) VALUES ($1, 'b', now() + '1 day')`,
      [id],
    );
    await site.stack.dataSource.query(
      `INSERT INTO auth_challenges (hash, kind, user_id, expires_at) VALUES ('c', 'second-factor', $1, now() + '1 day')`,
      [id],
    );
    const mails = site.stack.dataSource.getRepository(OutboxRow);
    // The worker would make a link for it.
    await mails.insert([mailEntry({ purpose: 'reset-password', userId: id })]);
    await site.make();
    const read = async (): Promise<string[]> => {
      const tables = ['sessions', 'auth_challenges', 'account_tokens', 'email_changes', 'export_addresses'];
      const rows = tables.map(async (table) => {
        const found: unknown[] = await site.stack.dataSource.query(
          `SELECT 1 FROM ${table} WHERE user_id = $1`,
          [id],
        );
        return found.length > 0 ? table : [];
      });
      return (await Promise.all(rows)).flat();
    };
    expect(await read()).toHaveLength(5);
    await site.restore();
    expect(await site.users.countBy({ id })).toBe(1);
    expect(await read()).toEqual([]);
    expect(await mails.countBy({ topic: OUTBOX_TOPICS.sendMail })).toBe(0);
  });

  it('LIV-050 ends all sessions of a database that returned to a moment', async () => {
    const { user } = await makeMember(site.stack.dataSource);
    const records = new ErasureRecords(site.store);
    await records.add({ userId: user.id, erasedAt: new Date() });
    const { user: earlier, sessionId } = await makeMember(site.stack.dataSource);
    // An erasure that failed long before the moment.
    await records.add({ userId: earlier.id, erasedAt: new Date(Date.now() - DAY_MS) });
    expect(sessionId).not.toBe('');
    const { status, stdout } = site.runOps('recovery:finish', new Date().toISOString());
    expect([status, stdout]).toEqual([0, expect.stringContaining('Erased 1 accounts again')]);
    expect(await site.users.findBy({ id: In([user.id, earlier.id]) })).toMatchObject([{ id: earlier.id }]);
    expect(await site.stack.dataSource.getRepository(Session).count()).toBe(0);
  });

  it('LIV-051 erases accounts again that were erased after the backup, also without the former store', async () => {
    const { user } = await makeMember(site.stack.dataSource);
    const { name } = await site.make();
    await new ErasureRecords(site.store).add({ userId: user.id, erasedAt: new Date() });
    await site.users.delete({ id: user.id });
    await site.make();
    await site.destroyAll();
    const { status, stdout } = site.runOps('backup:restore', name, '--replace');
    expect([status, stdout]).toEqual([0, expect.stringContaining('Erased 1 accounts again')]);
    expect(await site.users.countBy({ id: user.id })).toBe(0);
  });

  it('LIV-052 keeps the list of erased accounts as long as a state of before an erasure, with id and time only', async () => {
    const records = new ErasureRecords(site.store);
    await records.remove(await records.list());
    const erased = (days: number) => ({
      userId: randomUUID(),
      erasedAt: new Date(Date.now() - days * DAY_MS),
    });
    const [old, recent] = [erased(30), erased(5)];
    await records.add(old);
    await records.add(recent);
    const first = await site.make();
    expect(await records.list()).toEqual([recent]);
    expect(await site.filesIn('erasures')).toEqual([join(site.folder, erasureRecordName(recent))]);
    expect(await readFile(join(site.folder, erasureRecordName(recent)), 'utf8')).toBe('\n');
    // An older backup can still bring the account back.
    const file = join(site.folder, manifestName(first.name));
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    manifest.createdAt = new Date(Date.now() - 40 * DAY_MS).toISOString();
    await writeFile(file, JSON.stringify(manifest));
    await records.add(old);
    await site.make({ keepDays: 50 });
    expect(await records.list()).toEqual([old, recent]);
  });

  it('replaces a site with content only when asked to', async () => {
    const { user } = await makeMember(site.stack.dataSource);
    await site.make();
    const { user: later } = await makeMember(site.stack.dataSource);
    await expect(site.restore({ identity: null, replaces: false })).rejects.toThrow('not empty');
    expect(await site.users.countBy({ id: later.id })).toBe(1);
    await site.restore();
    expect(await site.users.countBy({ id: later.id })).toBe(0);
    expect(await site.users.countBy({ id: user.id })).toBe(1);
  });

  it('leaves .env out of an unencrypted backup, which never goes to a bucket', async () => {
    const envFile = join(site.folder, 'operator.env');
    await writeFile(envFile, 'REDIS_PASSWORD=correct-horse\n');
    expect((await site.make({ envFile })).manifest.env).toBeNull();
    await expect(site.open().then((backup) => readEnv(backup, null))).rejects.toThrow('only encrypted');
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
    const objects = [
      await site.storeObject('used'),
      await site.storeObject('stored'),
      await site.storeObject('kept'),
    ];
    const discarded = await site.storeObject('discarded');
    await site.make();
    await site.destroyAll();
    await site.restore();
    for (const { path, bytes } of objects) expect(await site.readObject(path)).toEqual(bytes);
    expect(await site.readObject(discarded.path)).toBeUndefined();
  });

  it('finds damage before it changes anything', async () => {
    const { path } = await site.storeObject();
    const { name } = await site.make();
    const { user: later } = await makeMember(site.stack.dataSource);
    const expectRefused = async () => {
      await expect(verifyBackup(await site.open(), site.store, null)).rejects.toThrow();
      await expect(site.restore()).rejects.toThrow();
      expect(await site.users.countBy({ id: later.id })).toBe(1);
    };
    const objects = await site.filesIn('objects');
    const part = join(site.folder, name, 'tables/users.000000');
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
    await writeFile(join(site.folder, manifestName(name)), '{}');
    await expect(site.open()).rejects.toThrow('damaged');
    expect(await site.readObject(path)).toBeDefined();
  });

  it('OPS-093 stores the time of the last backup and of the last drill, and keeps that of the backup in a restore', async () => {
    const { manifest } = await site.make();
    await site.restore();
    expect(site.runOps('drill:record').status).toBe(0);
    const rows: { name: string; succeeded_at: Date }[] = await site.stack.dataSource.query(
      'SELECT * FROM operations ORDER BY name',
    );
    expect(rows.map(({ name }) => name)).toEqual(['backup', 'drill']);
    expect(rows[0]?.succeeded_at).toEqual(new Date(manifest.createdAt));
  });

  it('counts the objects that the store has lost or damaged, and backs up the others', async () => {
    const lost = await site.storeObject();
    const damaged = await site.storeObject();
    const whole = await site.storeObject();
    await site.store.remove([storeKeyOf(lost.path)]);
    const type = { size: 1, contentType: 'image/png' };
    await site.store.put(storeKeyOf(damaged.path), Readable.from([Buffer.alloc(1)]), type);
    const { manifest } = await site.make();
    expect(manifest.objects.missing).toBe(2);
    await site.restore();
    expect(await site.readObject(whole.path)).toEqual(whole.bytes);
    await site.stack.dataSource
      .getRepository(StoredObject)
      .delete([{ path: lost.path }, { path: damaged.path }]);
  });

  it('removes old backups and their objects, never the newest, and knows when one is due', async () => {
    const { path } = await site.storeObject();
    const first = await site.make();
    const age = async (name: string, days: number) => {
      const file = join(site.folder, manifestName(name));
      const manifest = JSON.parse(await readFile(file, 'utf8'));
      manifest.createdAt = new Date(Date.now() - days * DAY_MS).toISOString();
      await writeFile(file, JSON.stringify(manifest));
    };
    await age(first.name, 30);
    expect(await isBackupDue(site.settings, Date.now())).toBe(true);
    const objects = (await site.filesIn('objects')).length;
    await site.stack.dataSource.getRepository(StoredObject).update({ path }, { state: 'discarded' });
    await site.stack.dataSource.getRepository(StoredObject).delete({ path });
    // What an aborted backup left.
    await rm(join(site.folder, manifestName(first.name)));
    const second = await site.make();
    expect(await isBackupDue(site.settings, Date.now())).toBe(false);
    expect((await site.filesIn()).some((file) => file.includes(first.name))).toBe(false);
    expect(await site.filesIn('objects')).toHaveLength(objects - 1);
    await age(second.name, 30);
    const third = await site.make();
    expect(third.removed).toBe(1);
    await expect(site.open(second.name)).rejects.toThrow('There is no backup');
    await verifyBackup(await site.open(), site.store, null);
  });

  it('restores no rows when a table differs from the backup', async () => {
    await makeMember(site.stack.dataSource);
    const { name } = await site.make();
    const file = join(site.folder, manifestName(name));
    const intact = await readFile(file, 'utf8');
    const manifest = JSON.parse(intact);
    for (const table of manifest.tables) if (table.name === 'users') table.sum = '1';
    await writeFile(file, JSON.stringify(manifest));
    await expect(site.restore()).rejects.toThrow('users differs from the backup');
    expect(await site.users.count()).toBe(0);
    await writeFile(file, intact);
    await site.restore();
    expect(await site.users.count()).toBeGreaterThan(0);
  });

  it('leaves out a table that the product does not have', async () => {
    await site.stack.dataSource.query('CREATE TABLE notes_of_mine (note text)');
    await site.make();
    expect(await site.restore()).toEqual(['notes_of_mine']);
  });
});
