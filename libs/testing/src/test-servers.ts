import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type RunningObjectStore,
  type RunningPostgres,
  type RunningRedis,
  startObjectStore,
  startPostgres,
  startRedis,
} from '@oniverse/embedded';
import { copyMigratedCluster, productUrl } from './database-template.js';

// Shared with `npm start`, so that a missing Redis is unpacked only once.
export const BIN_DIR = fileURLToPath(new URL('../../../.oniverse/bin', import.meta.url));
export const PASSWORD = 'only-for-tests';
const CLUSTER = { password: PASSWORD, database: 'oniverse' };

export interface StackAddresses {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
}

/** Returns the address by which backends and workers reach the database. */
export const productUrlOf = ({ databaseUrl }: Pick<StackAddresses, 'databaseUrl'>): string =>
  productUrl(databaseUrl, PASSWORD);

export interface TestServersOptions {
  /** Acknowledged writes survive a killed PostgreSQL. */
  readonly durable?: boolean;
  /** Servers for all test files of a run: more connections and Redis databases. */
  readonly shared?: boolean;
  /** Whether to start a PostgreSQL, the dearest of the servers. */
  readonly postgres?: boolean;
}

export class TestServers {
  private constructor(
    private readonly dir: string,
    private readonly options: TestServersOptions,
    private ownPostgres: RunningPostgres | undefined,
    public redis: RunningRedis,
    public objects: RunningObjectStore,
  ) {}

  static async start(options: TestServersOptions = {}): Promise<TestServers> {
    const dir = await mkdtemp(join(tmpdir(), 'oniverse-test-'));
    // If the tests run as root, PostgreSQL runs as another user.
    await chmod(dir, 0o755);
    const [postgres, redis, objects] = await Promise.all([
      options.postgres === false
        ? undefined
        : copyMigratedCluster(join(dir, 'postgres'), CLUSTER).then(() => startPostgresIn(dir, options)),
      startRedisIn(dir, options),
      startObjectStoreIn(dir),
    ]);
    return new TestServers(dir, options, postgres, redis, objects);
  }

  /** @throws Error if none was started */
  get postgres(): RunningPostgres {
    if (!this.ownPostgres) throw new Error('This stack has no PostgreSQL of its own.');
    return this.ownPostgres;
  }

  get addresses(): StackAddresses {
    return { databaseUrl: this.postgres.url, ...this.otherAddresses };
  }

  /** The addresses of Redis and the object store. */
  get otherAddresses(): Omit<StackAddresses, 'databaseUrl'> {
    const { endpoint, accessKey, secretKey, bucket } = this.objects;
    return {
      redisUrl: this.redis.url,
      endpoint,
      accessKey,
      secretKey,
      bucket,
    };
  }

  async restartPostgres(): Promise<void> {
    this.ownPostgres = await startPostgresIn(this.dir, this.options, this.postgres.port);
  }

  async restartRedis(): Promise<void> {
    this.redis = await startRedisIn(this.dir, this.options, this.redis.port);
  }

  async restartObjectStore(): Promise<void> {
    this.objects = await startObjectStoreIn(this.dir, this.objects.port);
  }

  async stop(): Promise<void> {
    await Promise.all([this.ownPostgres?.stop(), this.redis.stop(), this.objects.stop()]);
    await rm(this.dir, { recursive: true, force: true });
  }
}

function startPostgresIn(
  dir: string,
  { durable = false, shared = false }: TestServersOptions,
  port?: number,
): Promise<RunningPostgres> {
  return startPostgres({
    dataDir: join(dir, 'postgres'),
    ...CLUSTER,
    durable,
    ...(shared ? { maxConnections: 600 } : {}),
    ...(port === undefined ? {} : { port }),
  });
}

function startRedisIn(
  dir: string,
  { shared = false }: TestServersOptions,
  port?: number,
): Promise<RunningRedis> {
  return startRedis({
    dataDir: join(dir, 'redis'),
    password: PASSWORD,
    binDir: BIN_DIR,
    ...(shared ? { databases: 1_000 } : {}),
    ...(port === undefined ? {} : { port }),
  });
}

function startObjectStoreIn(dir: string, port?: number): Promise<RunningObjectStore> {
  return startObjectStore({
    dataDir: join(dir, 'objects'),
    accessKey: 'test',
    secretKey: PASSWORD,
    bucket: 'oniverse',
    ...(port === undefined ? {} : { port }),
  });
}
