import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { isErrorWithCode, messageOf } from './errors.js';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { assertCanEnter, postgresUser, type SystemUser } from './postgres-user.js';
import { identifyProcess, stopProcess, type StopStep } from './process-identity.js';
import {
  type RunningServer,
  type ServerOptions,
  ServerStartError,
  startOnPort,
  waitUntilReady,
} from './running-server.js';
import { launch, type ServerProcess } from './server-process.js';
import { sleep } from './sleep.js';

export interface PostgresOptions extends ServerOptions {
  /** Of the user `postgres`; fixed when the data folder is created. */
  readonly password: string;
  /** Created if missing. */
  readonly database: string;
  /** Whether commits survive a crash; default true. False is faster, for tests that do not kill the server. */
  readonly durable?: boolean;
  /** Default 200. */
  readonly maxConnections?: number;
}

export interface RunningPostgres extends RunningServer {
  /** The connection string, with password. */
  readonly url: string;
}

const MAJOR_VERSION = '18';
const USER = 'postgres';
const MB = 1_048_576;
/** An eighth of the memory, at most what a constellation of 100,000 members needs. */
const SHARED_BUFFERS_MB = Math.max(128, Math.min(1_024, Math.floor(totalmem() / 8 / MB)));

// "Fast" shutdown rolls back open transactions; "immediate" is like a crash.
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGINT', graceMs: 10_000 },
  { signal: 'SIGQUIT', graceMs: 5_000 },
  { signal: 'SIGKILL', graceMs: 5_000 },
];

const run = promisify(execFile);

/**
 * Starts PostgreSQL 18 on a data folder, created if missing. It listens on 127.0.0.1 with SCRAM passwords. A server left
 * over by a killed process on the same folder is stopped first; a killed server recovers.
 * @throws Error, with the end of the server's log if any
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dataDir = resolve(options.dataDir);
  const logFile = options.logFile ?? `${dataDir}.log`;
  const binaries = await findPostgresBinaries();
  await mkdir(dirname(dataDir), { recursive: true });
  const user = postgresUser(dataDir);
  if (user !== undefined) assertCanEnter(user, [binaries.postgres, join(dataDir, 'base')]);

  await createCluster(dataDir, binaries, user, options);
  await stopLeftOver(dataDir);

  return startOnPort(options.port, async (port) => {
    const { pid, ended, stop } = await launchAndRecover(
      port,
      dataDir,
      () =>
        launch({
          name: 'PostgreSQL',
          command: binaries.postgres,
          args: ['-D', dataDir, '-p', String(port), ...settings(options)],
          cwd: '/',
          env: { ...process.env, LC_ALL: 'C' },
          ...user,
          logFile,
          stopSteps: STOP_STEPS,
          boundToParent: options.boundToParent ?? true,
        }),
      options,
    );
    const name = encodeURIComponent(options.database);
    const url = `postgres://${USER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${name}`;
    return { url, port, pid, logFile, ended, stop };
  });
}

function settings({ durable = true, maxConnections = 200 }: PostgresOptions): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    max_connections: String(maxConnections),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    ...(durable
      ? { shared_buffers: `${SHARED_BUFFERS_MB}MB` }
      : {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: '0',
        }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Creates the data folder under another name first, so that an interrupted creation does not look like a database. */
async function createCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
  { password, onProgress }: PostgresOptions,
): Promise<void> {
  const version = await readVersion(dataDir);
  if (version === MAJOR_VERSION) return;
  if (version !== undefined) {
    throw new Error(
      `The database in ${dataDir} is from PostgreSQL ${version}, but this is PostgreSQL ${MAJOR_VERSION}. ` +
        'Move the folder away to start over, or set DATABASE_URL to a server of that version.',
    );
  }

  onProgress?.('PostgreSQL: creating a new database');
  const draft = `${dataDir}.new`;
  const secretDir = await mkdtemp(join(tmpdir(), 'oniverse-initdb-'));
  const passwordFile = join(secretDir, 'password');
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user !== undefined) {
      for (const path of [draft, secretDir, passwordFile]) await chown(path, user.uid, user.gid);
    }
    // The built-in locale sorts and folds case the same on every system.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
    const access = [`--username=${USER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    await run(binaries.initdb, [`--pgdata=${draft}`, ...access, ...locale, '--no-sync'], {
      cwd: '/',
      env: { ...process.env, LC_ALL: 'C' },
      ...user,
    });
    await rename(draft, dataDir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw new Error(`PostgreSQL's data folder ${dataDir} could not be created: ${messageOf(error)}`, {
      cause: error,
    });
  } finally {
    await rm(secretDir, { recursive: true, force: true });
  }
}

async function readVersion(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return undefined;
    if (isErrorWithCode(error, 'EACCES')) {
      throw new Error(
        `The database in ${dataDir} belongs to another user. ` +
          `Start as that user, or change the owner with: sudo chown -R "$(id -u)" '${dataDir}'`,
        { cause: error },
      );
    }
    throw error;
  }
}

/** Stops a server left over on this folder and removes its lock file. */
async function stopLeftOver(dataDir: string): Promise<void> {
  const lockFile = join(dataDir, 'postmaster.pid');
  let lock: string;
  try {
    lock = await readFile(lockFile, 'utf8');
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return;
    throw error;
  }
  const owner = identifyProcess(Number(lock.split('\n', 1)[0]));
  // The process id may belong to an unrelated process by now, which would keep PostgreSQL from starting.
  const isServerOfThisFolder = owner?.command.includes(`-D ${dataDir} `) === true;
  if (owner !== undefined && isServerOfThisFolder) await stopProcess(owner, STOP_STEPS);
  await rm(lockFile, { force: true });
}

/**
 * Launches the server and creates its database. Sessions of a killed server briefly keep its shared memory, so a start
 * that fails for that reason is retried for up to ten seconds.
 */
async function launchAndRecover(
  port: number,
  dataDir: string,
  launchServer: () => Promise<ServerProcess>,
  { password, database }: PostgresOptions,
): Promise<ServerProcess> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const server = await launchServer();
    try {
      await waitUntilReady('PostgreSQL', server, () => isReady(port, dataDir, password, server));
      await createDatabase(port, password, database);
      return server;
    } catch (error) {
      await server.stop();
      const isSharedMemoryInUse =
        error instanceof ServerStartError && error.logTail.includes('pre-existing shared memory block');
      if (!isSharedMemoryInUse || Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function isReady(
  port: number,
  dataDir: string,
  password: string,
  server: ServerProcess,
): Promise<boolean> {
  try {
    const rows = await query(port, password, 'SHOW data_directory');
    // Another server may have taken the port; ours then exits soon.
    return isRowWith(rows[0], 'data_directory', dataDir);
  } catch (error) {
    const wrongPassword = isErrorWithCode(error, '28P01');
    if (!wrongPassword) return false;
    await sleep(300);
    if (server.hasEnded()) return false;
    throw new Error(
      `PostgreSQL on ${dataDir} rejects the stored password. ` +
        'Restore the secrets.json that belongs to it, or move the folder away to start over.',
      { cause: error },
    );
  }
}

async function createDatabase(port: number, password: string, database: string): Promise<void> {
  const found = await query(port, password, 'SELECT 1 FROM pg_database WHERE datname = $1', [database]);
  if (found.length > 0) return;
  await query(port, password, `CREATE DATABASE "${database.replaceAll('"', '""')}"`);
}

async function query(
  port: number,
  password: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<unknown[]> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: USER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  // An idle connection reports its failure only here.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

function isRowWith(row: unknown, column: string, value: string): boolean {
  return typeof row === 'object' && row !== null && Reflect.get(row, column) === value;
}
