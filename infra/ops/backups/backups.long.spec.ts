import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate, storeKeyOf, StoredObject } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import {
  BackendProcess,
  LiveClient,
  makeMember,
  makeServer,
  makeSession,
  waitUntil,
} from '@oniverse/testing';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { migrationSource } from './database.js';
import { manifestName } from './manifest.js';
import { LATEST, readEnv, restoreBackup, verifyBackup } from './restore-backup.js';
import { loadBackupSettings } from './settings.js';
import { BackupSite } from './testing/backup-site.js';

describe('backups at length', () => {
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

  it('brings back all that was acknowledged before a backup under load, without torn rows', async () => {
    const picture = await site.storeObject();
    const author = await makeMember(site.stack.dataSource);
    const { server, channel } = await makeServer(site.stack.dataSource, { members: [author.user] });
    const backend = await BackendProcess.start(site.stack.env(), await freePort());
    const client = await LiveClient.connect(backend.url, author);
    let acknowledged = 0;
    const stopLoad = new AbortController();
    const load = (async () => {
      while (!stopLoad.signal.aborted) {
        await client.send(channel.id, `Message ${acknowledged + 1}`);
        acknowledged += 1;
        // A picture is deleted now and then, as members do.
        if (acknowledged % 5 === 0) {
          const { path } = await site.storeObject();
          await site.stack.dataSource.getRepository(StoredObject).update({ path }, { state: 'discarded' });
          await site.store.remove([storeKeyOf(path)]);
        }
      }
    })();
    await waitUntil('some messages', () => acknowledged >= 20);
    const before = acknowledged;
    const { manifest } = await site.make();
    expect(manifest.objects.missing).toBe(0);
    await waitUntil('further messages', () => acknowledged > before + 5);
    stopLoad.abort();
    await load;
    client.close();
    await backend.stop();

    await site.destroyAll();
    await site.restore();

    const seqs: { seq: number }[] = await site.stack.dataSource.query(
      'SELECT seq::integer FROM messages WHERE channel_id = $1 ORDER BY seq',
      [channel.id],
    );
    expect(seqs.length).toBeGreaterThanOrEqual(before);
    expect(seqs.map(({ seq }) => seq)).toEqual(seqs.map((_, index) => index + 1));
    const kept: { path: string }[] = await site.stack.dataSource.query(
      `SELECT path FROM objects WHERE state IN ('stored', 'used')`,
    );
    for (const { path } of kept) expect(await site.readObject(path)).toBeDefined();
    expect(await site.readObject(picture.path)).toEqual(picture.bytes);

    const restored = await BackendProcess.start(site.stack.env(), await freePort());
    const sessionId = await makeSession(site.stack.dataSource, author.user.id);
    const again = await LiveClient.connect(restored.url, { sessionId });
    expect(await again.send(channel.id, 'After the restore')).toMatchObject({ seq: seqs.length + 1 });
    again.close();
    const page = await fetch(`${restored.url}/api/servers/${server.id}`, {
      headers: { authorization: `Bearer ${sessionId}` },
    });
    expect(page.status).toBe(200);
    await restored.stop();
  });

  it('encrypts the content and the .env with age, and opens them with the secret key only', async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const { path, bytes } = await site.storeObject();
    const envFile = join(site.folder, 'operator.env');
    await writeFile(envFile, 'HTTP_PORT=80\nREDIS_PASSWORD=correct-horse\n');
    const { manifest } = await site.make({ recipient, envFile });
    expect(manifest).toMatchObject({ isEncrypted: true, env: { parts: [expect.anything()] } });
    await rm(envFile);
    for (const file of await site.filesIn()) {
      const stored = await readFile(file);
      expect(stored.includes('correct-horse')).toBe(false);
      expect(stored.includes(bytes)).toBe(false);
      expect(file).not.toContain(storeKeyOf(path).split('/')[1]);
    }
    await verifyBackup(await site.open(), site.store, null);
    await verifyBackup(await site.open(), site.store, identity);
    await expect(site.restore()).rejects.toThrow('encrypted');
    expect(await readEnv(await site.open(), identity)).toEqual([
      'HTTP_PORT=80',
      'REDIS_PASSWORD=correct-horse',
    ]);
    await expect(
      site.restore({ identity: await generateX25519Identity(), replaces: true }),
    ).rejects.toThrow();
    expect(await site.readObject(path)).toEqual(bytes);
    await site.destroyAll();
    await site.restore({ identity, replaces: true });
    expect(await site.readObject(path)).toEqual(bytes);
  });

  it('restores each backup with its own key after the key changed', async () => {
    const { path, bytes } = await site.storeObject();
    const identities = [null, await generateX25519Identity(), await generateX25519Identity()];
    const names: string[] = [];
    for (const identity of identities) {
      const recipient = identity === null ? null : await identityToRecipient(identity);
      names.push((await site.make({ recipient })).name);
    }
    for (const [index, name] of names.entries()) {
      const identity = identities[index] ?? null;
      await verifyBackup(await site.open(name), site.store, identity);
      await site.store.remove([storeKeyOf(path)]);
      await restoreBackup(site.config(), await site.open(name), { identity, replaces: true });
      expect(await site.readObject(path)).toEqual(bytes);
    }
  });

  it('stores backups in a bucket', async () => {
    const identity = await generateX25519Identity();
    const { endpoint, accessKey, secretKey } = site.config().objectStore;
    const given = loadBackupSettings({
      BACKUP_S3_ENDPOINT: endpoint.href,
      BACKUP_S3_ACCESS_KEY: accessKey,
      BACKUP_S3_SECRET_KEY: secretKey,
      BACKUP_S3_BUCKET: `${site.config().objectStore.bucket}-backups`,
      BACKUP_AGE_RECIPIENT: await identityToRecipient(identity),
    });
    const { path, bytes } = await site.storeObject();
    await site.make(given);
    await site.destroyAll();
    await restoreBackup(site.config(), await site.open(LATEST, given), { identity, replaces: false });
    expect(await site.readObject(path)).toEqual(bytes);
  });

  it('restores the backup of an earlier version, and refuses that of a later one', async () => {
    const { directDatabaseUrl: databaseUrl } = site.config();
    const migrations = async (): Promise<string[]> => {
      const rows: { name: string }[] = await site.stack.dataSource.query(
        'SELECT name FROM migrations ORDER BY timestamp',
      );
      return rows.map(({ name }) => name);
    };
    const newest = async (): Promise<string> => (await migrations()).at(-1) ?? '';
    const last = await newest();
    const earlier = await migrationSource(databaseUrl, (await migrations()).slice(0, -1)).initialize();
    await site.destroyAll();
    await migrate(earlier, async () => {});
    await earlier.destroy();
    expect(await newest()).not.toBe(last);
    const { name } = await site.make();
    await site.restore();
    expect(await newest()).toBe(last);

    const file = join(site.folder, manifestName(name));
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    manifest.migrations.push('FromTheFuture2999010100000');
    await writeFile(file, JSON.stringify(manifest));
    await expect(site.restore()).rejects.toThrow('newer version');
  });
});
