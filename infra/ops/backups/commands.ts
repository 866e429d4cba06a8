import { readFile } from 'node:fs/promises';
import { Argument, type Command, type OptionValues } from '@commander-js/extra-typings';
import { ObjectStore } from '@oniverse/platform';
import { createLogger } from '@oniverse/platform/command';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { defineCommand, type OpsCommand, PLAIN } from '../cli/command.js';
import { wrongUsage } from '../cli/command-error.js';
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

/** Reads a secret key from a file. Lines with # are comments, as `age-keygen` writes them. */
async function readIdentity(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null;
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim());
  const identity = lines.find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identity === undefined) throw wrongUsage(`${path} has no secret key of age.`);
  return identity;
}

const withBackup = <Options extends OptionValues>(command: Command<[], Options>) =>
  command
    .addArgument(new Argument('[backup]', 'its name').default(LATEST))
    .option('--key <file>', 'the file with the secret key of an encrypted backup');

/** Returns the moment that an argument names. @throws CommandError */
function parseMoment(value: string): Date {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) throw wrongUsage('Give the moment to which PostgreSQL returned.');
  return moment;
}

/** Commands that back up and restore. They open their own connections, because a restore replaces the database. */
export const BACKUP_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'backup:make',
    summary: 'Backs up the database and the objects, without the check.',
    syntax: PLAIN,
    run: async ({ config, env }) => {
      const { name, manifest, removed } = await makeBackup(config, loadBackupSettings(env));
      const { count, bytes, missing } = manifest.objects;
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const suffix = manifest.isEncrypted ? ', encrypted' : '';
      const lines = [`Backup ${name}: ${rows} rows, ${count} objects (${megabytes(bytes)})${suffix}.`];
      if (manifest.env === null)
        lines.push('It has no .env: keep that elsewhere, or set BACKUP_AGE_RECIPIENT.');
      if (missing > 0) lines.push(`${missing} objects are missing from the store.`);
      if (removed > 0) lines.push(`Removed ${removed} older backups.`);
      const { isEncrypted } = manifest;
      return {
        text: lines.join('\n'),
        value: {
          name,
          rows,
          objects: count,
          bytes,
          isEncrypted,
          hasEnv: manifest.env !== null,
          missing,
          removed,
        },
      };
    },
  }),
  defineCommand({
    name: 'backup:list',
    summary: 'Lists the backups, newest first.',
    isOffline: true,
    syntax: PLAIN,
    run: async ({ env }) => {
      const backups = await listBackups(await openDestination(loadBackupSettings(env)));
      return {
        rows: backups.map(({ name, manifest: { version, createdAt, isEncrypted, objects } }) => ({
          name,
          version,
          createdAt,
          objects: objects.count,
          bytes: objects.bytes,
          isEncrypted,
        })),
      };
    },
  }),
  defineCommand({
    name: 'backup:verify',
    summary: 'Reads a backup, by default the newest, and compares it with its checksums.',
    isOffline: true,
    syntax: (command) => withBackup(command),
    run: async ({ config, env }, [name], { key }) => {
      const identity = await readIdentity(key);
      const backup = await openBackup(loadBackupSettings(env), name);
      await verifyBackup(backup, new ObjectStore(config.objectStore), identity);
      const isPartial = backup.manifest.isEncrypted && identity === null;
      return {
        text: `${backup.name} is complete${isPartial ? '; give --key to read its objects too' : ''}.`,
        value: { name: backup.name, isComplete: true, isPartial },
      };
    },
  }),
  defineCommand({
    name: 'backup:restore',
    summary:
      'Replaces the content of the site by that of a backup. Use infra/ops/restore, which stops the site.',
    syntax: (command) => withBackup(command).option('--replace', 'deletes what is there'),
    run: async ({ config, env }, [name], { key, replace = false }) => {
      const identity = await readIdentity(key);
      const backup = await openBackup(loadBackupSettings(env), name);
      const foreign = await restoreBackup(config, backup, { identity, replaces: replace });
      const { createdAt } = backup.manifest;
      const erased = await repeatErasures(env, new Date(createdAt));
      const lines = [`Restored ${backup.name}: the site as of ${createdAt}. All sessions ended.`];
      if (erased > 0) lines.push(`Erased ${erased} accounts again that members had erased since.`);
      for (const table of foreign)
        lines.push(`Left out the table ${table}, which the product does not have.`);
      return { text: lines.join('\n'), value: { name: backup.name, createdAt, erased, foreign } };
    },
  }),
  defineCommand({
    name: 'backup:env',
    summary: 'Prints the .env of an encrypted backup.',
    isOffline: true,
    syntax: (command) => withBackup(command),
    run: async ({ env }, [name], { key }) => {
      const backup = await openBackup(loadBackupSettings(env), name);
      const lines = await readEnv(backup, await readIdentity(key));
      return { text: lines.join('\n'), value: { name: backup.name, lines } };
    },
  }),
  defineCommand({
    name: 'backup:key',
    summary: 'Prints a pair of keys that encrypts backups.',
    isOffline: true,
    syntax: PLAIN,
    run: async () => {
      const identity = await generateX25519Identity();
      const recipient = await identityToRecipient(identity);
      return { text: `# BACKUP_AGE_RECIPIENT=${recipient}\n${identity}`, value: { recipient, identity } };
    },
  }),
  defineCommand({
    name: 'backup:schedule',
    summary: 'Backs up on a schedule until it is stopped, as the service `backup` does.',
    isOffline: true,
    syntax: PLAIN,
    run: async ({ config, env }) => {
      const stop = new AbortController();
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
      // A service: its log is its output.
      await runSchedule(config, loadBackupSettings(env), createLogger('ops', config.logLevel), stop.signal);
      return { text: 'Schedule stopped.', value: { stopped: true } };
    },
  }),
  defineCommand({
    name: 'recovery:finish',
    summary: 'Ends all access after PostgreSQL returned to a moment. Use infra/ops/recover.',
    syntax: (command) => command.argument('<time>', 'the moment', parseMoment),
    run: async ({ config, env }, [moment]) => {
      const client = await connect(config.directDatabaseUrl);
      try {
        await endAccess(
          client,
          (await listTables(client)).map(({ name }) => name),
        );
      } finally {
        await client.end();
      }
      const erased = await repeatErasures(env, moment);
      return {
        text: `All sessions ended. Erased ${erased} accounts again that members had erased since.`,
        value: { erased },
      };
    },
  }),
  defineCommand({
    name: 'drill:record',
    summary: 'Stores that a drill succeeded now, as infra/ops/drill does, for the alert about old ones.',
    syntax: PLAIN,
    run: async ({ config }) => {
      await recordDrill(config.directDatabaseUrl);
      return { text: 'The time of this drill is stored.', value: { stored: true } };
    },
  }),
];
