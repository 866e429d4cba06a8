import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Redis } from 'ioredis';
import type { StopStep } from './process-identity.js';
import { stopRecorded, writeProcessRecord } from './process-record.js';
import { findRedis } from './find-redis.js';
import { type RunningServer, type ServerOptions, startOnPort, waitUntilReady } from './running-server.js';
import { launch } from './server-process.js';

/** What Redis can be told. */
export interface RedisOptions extends ServerOptions {
  /** Asked of every client; may change from start to start. */
  readonly password: string;
  /** Absolute folder where a Redis that the system lacks is looked for and unpacked. */
  readonly binDir: string;
}

/** A running Redis. */
export interface RunningRedis extends RunningServer {
  /** How to reach it, password included. */
  readonly url: string;
}

const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', graceMs: 10_000 },
  { signal: 'SIGKILL', graceMs: 5_000 },
];

/**
 * Starts Redis on a data folder; listens on 127.0.0.1 only, keeps an append-only file (a power cut may take the
 * last second), evicts nothing. A server that a killed starter left over on the same folder is stopped first.
 * The program is the system's, else one in `binDir`, else Debian's package unpacked there, else Homebrew's.
 * Throws a sentence that says what to install when there is none, or one with the end of the server's log.
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  const dataDir = resolve(options.dataDir);
  const logFile = options.logFile ?? `${dataDir}.log`;
  const program = await findRedis({ binDir: options.binDir, onProgress: options.onProgress });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const record = join(dataDir, 'process.json');
  await stopRecorded(record, STOP_STEPS);

  return startOnPort(options.port, async (port) => {
    // In a file, because everybody on the machine can read a command line.
    const configuration = join(dataDir, 'redis.conf');
    await writeFile(configuration, configure(dataDir, port, options.password), { mode: 0o600 });
    const server = await launch({
      name: 'Redis',
      command: program.command,
      args: [configuration],
      cwd: dataDir,
      env: program.env,
      logFile,
      stopSteps: STOP_STEPS,
      boundToParent: options.boundToParent ?? true,
    });
    try {
      await writeProcessRecord(record, server.identity);
      await waitUntilReady('Redis', server, () => isReady(port, options.password, server.pid));
    } catch (error) {
      await server.stop();
      throw error;
    }
    const { pid, ended, stop } = server;
    const url = `redis://:${encodeURIComponent(options.password)}@127.0.0.1:${port}`;
    return { url, port, pid, logFile, ended, stop };
  });
}

function configure(dataDir: string, port: number, password: string): string {
  const lines: readonly [string, string][] = [
    ['bind', '127.0.0.1'],
    ['port', String(port)],
    ['requirepass', JSON.stringify(password)],
    ['dir', JSON.stringify(dataDir)],
    ['appendonly', 'yes'],
    ['appendfsync', 'everysec'],
    // The append-only file is the one copy; snapshots beside it would only cost.
    ['save', '""'],
    ['maxmemory-policy', 'noeviction'],
    // The command line identifies a left over server, so it must stay as it is.
    ['set-proc-title', 'no'],
    ['daemonize', 'no'],
  ];
  return lines.map(([name, value]) => `${name} ${value}\n`).join('');
}

/** Whether our own server (not one that was on that port before) answers, and has read its data. */
async function isReady(port: number, password: string, pid: number): Promise<boolean> {
  const client = new Redis({
    host: '127.0.0.1',
    port,
    password,
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return (await client.info('server')).includes(`process_id:${pid}\r\n`);
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
