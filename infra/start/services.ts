import { join } from 'node:path';
import { PRODUCT_ROLE } from '@oniverse/data/role-names';
import {
  type RunningServer,
  type ServerOptions,
  startObjectStore,
  startInbox,
  startPostgres,
  startRedis,
} from '@oniverse/embedded';
import { isLoopbackHost } from '@oniverse/platform/command';
import type { LogFolder } from './logs.js';
import type { ProcessRole, Supervisor } from './supervisor.js';
import { RememberedPorts } from './ports.js';
import { loadOrCreateAccountKey } from './account-key.js';
import { loadOrCreatePushKeys } from './push-keys.js';
import { loadOrCreateSecrets } from './secrets.js';
import type { Settings } from './settings.js';
import type { Terminal } from './terminal.js';

// Stop order after the programs (rank 0): clients of a service stop before it.
const ROLES = {
  redis: { name: 'redis', rank: 1, signal: 'SIGTERM', mayExit: false },
  postgres: { name: 'postgres', rank: 2, signal: 'SIGINT', mayExit: false },
  store: { name: 'objects', rank: 3, signal: 'SIGTERM', mayExit: false },
} as const satisfies Record<string, ProcessRole>;

export interface ServicesContext {
  readonly settings: Settings;
  readonly supervisor: Supervisor;
  readonly logs: LogFolder;
  readonly terminal: Terminal;
}

/**
 * Starts the embedded PostgreSQL, Redis, object store and inbox, unless the settings name external ones.
 * @returns the environment variables that point the servers to them
 * @throws Error with a message for the terminal if one fails to start
 */
export async function startServices(context: ServicesContext): Promise<NodeJS.ProcessEnv> {
  const { settings, supervisor, logs, terminal } = context;
  const { dataDir, bucket } = settings;
  const secrets = loadOrCreateSecrets(dataDir);
  const ports = new RememberedPorts(dataDir);
  const options = async ({ name }: ProcessRole): Promise<ServerOptions> => ({
    dataDir: join(dataDir, name),
    port: await ports.assign(name),
    logFile: logs.rotate(name),
    onProgress: (line) => terminal.printDetail(line),
  });
  const start = <T extends RunningServer>(role: ProcessRole, title: string, work: () => Promise<T>) =>
    terminal.runStep(
      `Starting ${title}`,
      () => supervisor.add(role, work),
      ({ port }) => `${title} on 127.0.0.1:${port}`,
    );

  const startDatabase = async (): Promise<NodeJS.ProcessEnv> => {
    if (settings.databaseUrl !== undefined) return { DATABASE_URL: settings.databaseUrl };
    const server = await start(ROLES.postgres, 'PostgreSQL 18', async () =>
      startPostgres({
        ...(await options(ROLES.postgres)),
        password: secrets.postgresPassword,
        database: 'oniverse',
      }),
    );
    const productUrl = new URL(server.url);
    productUrl.username = PRODUCT_ROLE;
    productUrl.password = secrets.postgresProductPassword;
    return { DATABASE_URL: server.url, PRODUCT_DATABASE_URL: productUrl.href };
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

  const [database, redisUrl, store] = await Promise.all([startDatabase(), startCache(), startStore()]);
  return {
    ...database,
    REDIS_URL: redisUrl,
    S3_ENDPOINT: store.endpoint,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
    S3_BUCKET: bucket,
    ...pushEnvironment(settings),
    ...accountEnvironment(settings),
    ...(await startMail(context, ports)),
  };
}

/** Returns the keys of Web Push, unless the settings have some. */
function pushEnvironment({ dataDir, env }: Settings): NodeJS.ProcessEnv {
  if (env['VAPID_PUBLIC_KEY']?.trim()) return {};
  const { publicKey, privateKey } = loadOrCreatePushKeys(dataDir);
  return {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: env['VAPID_SUBJECT']?.trim() || 'mailto:operator@localhost',
  };
}

/** Returns the key that encrypts the secrets of authenticator apps, unless the settings have one. */
function accountEnvironment({ dataDir, env }: Settings): NodeJS.ProcessEnv {
  return env['ACCOUNT_KEY']?.trim() ? {} : { ACCOUNT_KEY: loadOrCreateAccountKey(dataDir) };
}

/** Starts the embedded inbox, unless the settings name a mail server or the site is reachable from other machines. */
async function startMail(
  { settings: { dataDir, env, host }, terminal }: ServicesContext,
  ports: RememberedPorts,
): Promise<NodeJS.ProcessEnv> {
  const isLocal = isLoopbackHost(host) && !env['PUBLIC_URL']?.trim() && !env['TRUSTED_PROXIES']?.trim();
  if (env['SMTP_URL']?.trim() || !isLocal) return {};
  const dir = join(dataDir, 'mail');
  const { url } = await startInbox({ dir, port: await ports.assign('mail') });
  terminal.printLine(`· Mail stays on this machine, in ${dir}`);
  return { SMTP_URL: url, MAIL_FROM: 'Oniverse <oniverse@localhost>', INBOX_DIR: dir };
}
