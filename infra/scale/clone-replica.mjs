// A `create_replica_methods` command of Patroni: copies the primary's data folder on this machine during a backup. The embedded
// PostgreSQL has no pg_basebackup. https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

const options = Object.fromEntries(
  process.argv.slice(2).flatMap((argument) => {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(argument) ?? [];
    return name === undefined ? [] : [[name, value]];
  }),
);
const { host, port, user } = Object.fromEntries(
  options.connstring.split(' ').map((pair) => pair.split(/=(.*)/).slice(0, 2)),
);
const target = options.datadir;
const client = new Client({
  host,
  port: Number(port),
  user,
  password: process.env.CLONE_PASSWORD,
  database: 'postgres',
});
await client.connect();
try {
  const {
    rows: [row],
  } = await client.query(
    "SELECT current_setting('data_directory') AS source, pg_backup_start('clone', true)",
  );
  rmSync(target, { recursive: true, force: true });
  // Files that end during the copy are repaired by the log, which the replica streams.
  const left = ['postmaster.*', '*.signal', 'pg_replslot/*', 'pg_wal/0*', 'pgsql_tmp*'];
  const exclude = left.map((pattern) => `--exclude=./${pattern}`).join(' ');
  execFileSync('/bin/sh', [
    '-c',
    `mkdir -m 700 "$2" && { tar -C "$1" --warning=no-file-changed --warning=no-file-removed --ignore-failed-read ${exclude} -cf - . || [ $? = 1 ]; } | tar -C "$2" -xf -`,
    'sh',
    row.source,
    target,
  ]);
  const {
    rows: [backup],
  } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
  writeFileSync(join(target, 'backup_label'), backup.labelfile);
} finally {
  await client.end();
}
