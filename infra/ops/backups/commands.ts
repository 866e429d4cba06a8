import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ObjectStore } from '@oniverse/platform';
import type { Config, Logger } from '@oniverse/platform/command';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { connect, listTables } from './database.js';
import { openDestination } from './destination.js';
import { endAccess } from './end-access.js';
import { repeatErasures } from './erasures.js';
import { makeBackup } from './make-backup.js';
import { recordDrill } from './operations.js';
import { LATEST, openBackup, readEnv, restoreBackup, verifyBackup } from './restore-backup.js';
import { listBackups } from './retention.js';
import { runSchedule } from './schedule.js';
import { loadBackupSettings } from './settings.js';

const megabytes = (bytes: number): string => `${(bytes / 1_024 ** 2).toFixed(1)} MB`;
const settings = () => loadBackupSettings(process.env);

const print = (...lines: readonly string[]): void => {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
};

/** Reads a secret key from a file. Lines with # are comments, as `age-keygen` writes them. */
async function readIdentity(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null;
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim());
  const identity = lines.find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identity === undefined) throw new Error(`${path} has no secret key of age.`);
  return identity;
}

/** Parses `[<name>] [--key <file>] [--replace]`. */
async function parseBackupArgs(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { key: { type: 'string' }, replace: { type: 'boolean', default: false } },
  });
  return {
    name: positionals[0] ?? LATEST,
    identity: await readIdentity(values.key),
    replaces: values.replace,
  };
}

/** Commands that back up and restore. They open their own connections, because a restore replaces the database. */
export const BACKUP_COMMANDS: Readonly<
  Record<string, (config: Config, args: string[], logger: Logger) => Promise<void>>
> = {
  'backup:make': async (config) => {
    const { name, manifest, removed } = await makeBackup(config, settings());
    const { count, bytes, missing } = manifest.objects;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const suffix = manifest.isEncrypted ? ', encrypted' : '';
    print(`Backup ${name}: ${rows} rows, ${count} objects (${megabytes(bytes)})${suffix}.`);
    if (manifest.env === null) print('It has no .env: keep that elsewhere, or set BACKUP_AGE_RECIPIENT.');
    if (missing > 0) print(`${missing} objects are missing from the store.`);
    if (removed > 0) print(`Removed ${removed} older backups.`);
  },
  'backup:list': async () => {
    const backups = await listBackups(await openDestination(settings()));
    if (backups.length === 0) print('There is no backup.');
    for (const { name, manifest } of backups) {
      const { version, isEncrypted, objects } = manifest;
      const suffix = isEncrypted ? ', encrypted' : '';
      print(`${name}  version ${version}, ${objects.count} objects (${megabytes(objects.bytes)})${suffix}`);
    }
  },
  'backup:verify': async (config, args) => {
    const { name, identity } = await parseBackupArgs(args);
    const backup = await openBackup(settings(), name);
    await verifyBackup(backup, new ObjectStore(config.objectStore), identity);
    const isPartial = backup.manifest.isEncrypted && identity === null;
    print(`${backup.name} is complete${isPartial ? '; give --key to read its objects too' : ''}.`);
  },
  'backup:restore': async (config, args) => {
    const { name, identity, replaces } = await parseBackupArgs(args);
    const backup = await openBackup(settings(), name);
    const foreign = await restoreBackup(config, backup, { identity, replaces });
    const { createdAt } = backup.manifest;
    const erased = await repeatErasures(process.env, new Date(createdAt));
    print(`Restored ${backup.name}: the site as of ${createdAt}. All sessions ended.`);
    if (erased > 0) print(`Erased ${erased} accounts again that members had erased since.`);
    for (const table of foreign) print(`Left out the table ${table}, which the product does not have.`);
  },
  'recovery:finish': async (config, args) => {
    const moment = new Date(args[0] ?? '');
    if (Number.isNaN(moment.getTime())) throw new Error('Give the moment to which PostgreSQL returned.');
    const client = await connect(config.directDatabaseUrl);
    try {
      await endAccess(
        client,
        (await listTables(client)).map(({ name }) => name),
      );
    } finally {
      await client.end();
    }
    const erased = await repeatErasures(process.env, moment);
    print(`All sessions ended. Erased ${erased} accounts again that members had erased since.`);
  },
  'backup:env': async (_config, args) => {
    const { name, identity } = await parseBackupArgs(args);
    print(...(await readEnv(await openBackup(settings(), name), identity)));
  },
  'backup:key': async () => {
    const identity = await generateX25519Identity();
    print(`# BACKUP_AGE_RECIPIENT=${await identityToRecipient(identity)}`, identity);
  },
  'drill:record': async (config) => {
    await recordDrill(config.directDatabaseUrl);
    print('The time of this drill is stored.');
  },
  'backup:schedule': async (config, _args, logger) => {
    const stop = new AbortController();
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
    await runSchedule(config, settings(), logger, stop.signal);
  },
};
