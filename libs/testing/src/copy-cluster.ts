import { execFile } from 'node:child_process';
import { appendFile, chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, type ClientConfig } from 'pg';

const run = promisify(execFile);

/** What a copy must not have: the primary's process, its role, its slots, and the log, which the copy receives. */
const LEFT_OUT = ['postmaster.*', '*.signal', 'pg_replslot/*', 'pg_wal/0*', 'pgsql_tmp*'];
// A file may change or disappear during the copy. The new server repairs that from the log.
const COPY =
  'mkdir -m 700 "$2" && { tar -C "$1" --warning=none --ignore-failed-read $3 -cf - . || [ $? = 1 ]; } | tar -C "$2" -xf -';

/**
 * Copies the data folder of a running PostgreSQL on this machine, as `pg_basebackup` does, which the embedded one does not
 * have. https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 * @param primary its address as the user `postgres`
 */
export async function copyCluster(primary: ClientConfig, target: string): Promise<void> {
  const client = new Client(primary);
  await client.connect();
  try {
    const { rows } = await client.query<{ source: string }>(
      "SELECT current_setting('data_directory') AS source, pg_backup_start('copy', true)",
    );
    await rm(target, { recursive: true, force: true });
    const excluded = LEFT_OUT.map((pattern) => `--exclude=./${pattern}`).join(' ');
    await run('/bin/sh', ['-fc', COPY, 'sh', rows[0]?.source ?? '', target, excluded]);
    const stopped = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await writeInto(target, 'backup_label', stopped.rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

/** Makes the copy of a cluster a standby of the primary, once it is started. */
export async function makeStandby(
  target: string,
  { host, port, user, password }: ClientConfig,
): Promise<void> {
  const from = `host=${host} port=${port} user=${user} password=${String(password)}`;
  await appendFile(join(target, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  await writeInto(target, 'standby.signal', '');
}

/** Writes a file that belongs to the owner of its folder, who is another user if the tests run as root. */
async function writeInto(folder: string, name: string, content: string): Promise<void> {
  const { uid, gid } = await stat(folder);
  const file = join(folder, name);
  await writeFile(file, content);
  await chown(file, uid, gid);
}
