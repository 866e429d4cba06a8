import { join } from 'node:path';
import {
  type RunningServer,
  type ServerOptions,
  startObjectStore,
  startPostgres,
  startRedis,
} from '@oniverse/embedded';
import type { LogFolder } from './logs.js';
import type { PartRole, Parts } from './parts.js';
import { RememberedPorts } from './ports.js';
import { keepSecrets } from './secrets.js';
import type { Settings } from './settings.js';
import type { Terminal } from './terminal.js';

// Those who write to a server end before it; the order of stopping, after our own programs (0).
const ROLES = {
  redis: { name: 'redis', rank: 1, signal: 'SIGTERM', endsByItself: false },
  postgres: { name: 'postgres', rank: 2, signal: 'SIGINT', endsByItself: false },
  store: { name: 'objects', rank: 3, signal: 'SIGTERM', endsByItself: false },
} as const satisfies Record<string, PartRole>;

/** What starting the services needs. */
export interface ServicesContext {
  readonly settings: Settings;
  readonly parts: Parts;
  readonly logs: LogFolder;
  readonly terminal: Terminal;
}

/**
 * Starts the embedded PostgreSQL, Redis and object store, except where the settings name others.
 * Gives back the environment variables with which the servers find them. Throws a sentence when one fails.
 */
export async function startServices(context: ServicesContext): Promise<NodeJS.ProcessEnv> {
  const { settings, parts, logs, terminal } = context;
  const { dataDir, bucket } = settings;
  const secrets = keepSecrets(dataDir);
  const ports = new RememberedPorts(dataDir);
  const options = async ({ name }: PartRole): Promise<ServerOptions> => ({
    dataDir: join(dataDir, name),
    port: await ports.of(name),
    logFile: logs.begin(name),
    onProgress: (line) => terminal.note(line),
  });
  const start = <T extends RunningServer>(role: PartRole, title: string, work: () => Promise<T>) =>
    terminal.step(
      `Starting ${title}`,
      () => parts.add(role, work),
      ({ port }) => `${title} on 127.0.0.1:${port}`,
    );

  const startDatabase = async (): Promise<string> => {
    if (settings.databaseUrl !== undefined) return settings.databaseUrl;
    const server = await start(ROLES.postgres, 'PostgreSQL 18', async () =>
      startPostgres({
        ...(await options(ROLES.postgres)),
        password: secrets.postgresPassword,
        database: 'oniverse',
      }),
    );
    return server.url;
  };
  const startCache = async (): Promise<string> => {
    if (settings.redisUrl !== undefined) return settings.redisUrl;
    const server = await start(ROLES.redis, 'Redis', async () =>
      startRedis({
        ...(await options(ROLES.redis)),
        password: secrets.redisPassword,
        binDir: join(dataDir, 'bin'),
      }),
    );
    return server.url;
  };
  const startStore = async () => {
    if (settings.objectStore !== undefined) return settings.objectStore;
    return start(ROLES.store, 'Object store', async () =>
      startObjectStore({
        ...(await options(ROLES.store)),
        accessKey: secrets.objectStoreAccessKey,
        secretKey: secrets.objectStoreSecretKey,
        bucket,
      }),
    );
  };

  const [databaseUrl, redisUrl, store] = await Promise.all([startDatabase(), startCache(), startStore()]);
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    S3_ENDPOINT: store.endpoint,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
    S3_BUCKET: bucket,
  };
}
