import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Redis } from 'ioredis';
import type { StopStep } from './process-identity.js';
import { stopRecordedProcess, writeProcessRecord } from './process-record.js';
import { findRedis } from './find-redis.js';
import { type RunningServer, type ServerOptions, startOnPort, waitUntilReady } from './running-server.js';
import { launch } from './server-process.js';

export interface RedisOptions extends ServerOptions {
  /** May differ between starts. */
  readonly password: string;
  /** Absolute folder for an unpacked Redis if none is installed. */
  readonly binDir: string;
  /** Numbered databases; default 16. */
  readonly databases?: number;
  /** Makes it a node of a Cluster, which other nodes reach at this port. */
  readonly clusterPort?: number;
}

export interface RunningRedis extends RunningServer {
  /** The connection string, with password. */
  readonly url: string;
}

/** Far more than queues, presence and limits need, but protects the machine from a runaway key. */
const MAX_MEMORY = '256mb';

const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', graceMs: 10_000 },
  { signal: 'SIGKILL', graceMs: 5_000 },
];

/**
 * Starts Redis on a data folder. It listens on 127.0.0.1, writes an append-only file (a power cut can lose the last
 * second), and evicts nothing. A server left over by a killed process on the same folder is stopped first.
 * @throws Error that says what to install, or with the end of the server's log
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  const dataDir = resolve(options.dataDir);
  const logFile = options.logFile ?? `${dataDir}.log`;
  const program = await findRedis({ binDir: options.binDir, onProgress: options.onProgress });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const record = join(dataDir, 'process.json');
  await stopRecordedProcess(record, STOP_STEPS);

  return startOnPort(options.port, async (port) => {
    // In a file, because any user can read a command line.
    const configuration = join(dataDir, 'redis.conf');
    await writeFile(configuration, configure(dataDir, port, options), { mode: 0o600 });
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

function configure(
  dataDir: string,
  port: number,
  { password, databases = 16, clusterPort }: RedisOptions,
): string {
  const lines: [string, string][] = [
    ['bind', '127.0.0.1'],
    ['port', String(port)],
    ['requirepass', JSON.stringify(password)],
    ['dir', JSON.stringify(dataDir)],
    ['databases', String(databases)],
    ['appendonly', 'yes'],
    ['appendfsync', 'everysec'],
    // The append-only file is enough; snapshots would only cost time.
    ['save', '""'],
    // A full Redis rejects writes instead of dropping data.
    ['maxmemory', MAX_MEMORY],
    ['maxmemory-policy', 'noeviction'],
    // The command line identifies a left-over server, so it must not change.
    ['set-proc-title', 'no'],
    ['daemonize', 'no'],
  ];
  if (clusterPort !== undefined) {
    lines.push(['cluster-enabled', 'yes'], ['cluster-port', String(clusterPort)]);
  }
  return lines.map(([name, value]) => `${name} ${value}\n`).join('');
}

/** Returns whether this server, rather than an earlier one on the same port, answers and has loaded its data. */
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
