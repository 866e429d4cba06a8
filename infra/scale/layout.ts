import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDataSource, createMigrationSource, migrate, PRODUCT_ROLE } from '@oniverse/data';
import { freePort, type RunningObjectStore, startObjectStore } from '@oniverse/embedded';
import { loadConfig, ObjectStore } from '@oniverse/platform';
import { BackendProcess, WorkerProcess } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import type { TrafficTarget } from '../faults/community.js';
import { PASSWORD } from './part.js';
import { type PostgresAddresses, postgresUrl, startPostgresAddresses } from './postgres-addresses.js';
import { PostgresCluster } from './postgres-cluster.js';
import { findPrograms } from './programs.js';
import { type RedisLayout, startRedisCluster, startRedisSentinel } from './redis-layouts.js';

const LOGS = fileURLToPath(new URL('../../artifacts/scale/', import.meta.url));
const BACKENDS = 4;
const WORKERS = 2;

export type RedisKind = 'cluster' | 'sentinel';

/** The product on engines that survive the loss of a machine. All of them run on this one. */
export class ScaleLayout implements TrafficTarget {
  private constructor(
    readonly postgres: PostgresCluster,
    readonly addresses: PostgresAddresses,
    readonly redis: RedisLayout,
    readonly objects: ObjectStoreServer,
    readonly dataSource: DataSource,
    readonly store: ObjectStore,
    readonly backends: readonly { readonly name: string; readonly backend: BackendProcess }[],
    readonly workers: readonly { readonly name: string; readonly worker: WorkerProcess }[],
    private readonly dir: string,
  ) {}

  static async start(kind: RedisKind): Promise<ScaleLayout> {
    const programs = findPrograms();
    const dir = mkdtempSync(join(tmpdir(), 'oniverse-scale-'));
    // PostgreSQL and PgBouncer run as another user if this is root.
    chmodSync(dir, 0o755);
    rmSync(LOGS, { recursive: true, force: true });
    mkdirSync(LOGS, { recursive: true });

    const postgres = await PostgresCluster.start(dir, programs);
    const redis = await (kind === 'cluster' ? startRedisCluster : startRedisSentinel)(dir, programs);
    const objects = await ObjectStoreServer.start(join(dir, 'objects'));
    const hosts = postgres.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const addresses = await startPostgresAddresses(dir, programs, postgres.nodes, ['postgres', PRODUCT_ROLE]);
    const direct = postgresUrl(PRODUCT_ROLE, hosts);
    const env = {
      DATABASE_URL: postgresUrl(PRODUCT_ROLE, `127.0.0.1:${addresses.poolerPort}`),
      DATABASE_DIRECT_URL: direct,
      DATABASE_REPLICA_URL: postgresUrl(PRODUCT_ROLE, `127.0.0.1:${addresses.replicaPort}`),
      REDIS_URL: redis.url,
      ...objects.env,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      RATE_LIMITS: 'off',
    };
    const parsed = (url: string): string => loadConfig({ ...env, DATABASE_URL: url }).databaseUrl;
    const administrator = parsed(postgresUrl('postgres', hosts));
    await createDatabase(administrator, parsed(direct));
    const store = new ObjectStore(loadConfig(env).objectStore);
    await store.ensureBucket();
    const backends = await Promise.all(
      Array.from({ length: BACKENDS }, async (_, index) => {
        const name = `backend${index + 1}`;
        // Half of them reach PostgreSQL without a pooler.
        const own = index % 2 === 0 ? env : { ...env, DATABASE_URL: direct, DATABASE_DIRECT_URL: '' };
        return {
          name,
          backend: await BackendProcess.start(own, await freePort(), join(LOGS, `${name}.log`)),
        };
      }),
    );
    const workers = await Promise.all(
      Array.from({ length: WORKERS }, async (_, index) => {
        const name = `worker${index + 1}`;
        return { name, worker: await WorkerProcess.start(env, join(LOGS, `${name}.log`)) };
      }),
    );
    return new ScaleLayout(
      postgres,
      addresses,
      redis,
      objects,
      await createDataSource(administrator, { queryTimeoutMs: 60_000 }).initialize(),
      store,
      backends,
      workers,
      dir,
    );
  }

  get urls(): string[] {
    return this.backends.map(({ backend }) => backend.url);
  }

  /** Stops everything. No fault may be active. */
  async stop(): Promise<void> {
    await Promise.all([
      ...this.backends.map(({ backend }) => backend.stop()),
      ...this.workers.map(({ worker }) => worker.stop()),
    ]);
    await this.dataSource.destroy();
    await Promise.all([
      this.addresses.pgbouncer.kill(),
      this.addresses.haproxy.kill(),
      ...[...this.redis.nodes, ...this.redis.sentinels].map(({ part }) => part.kill()),
      this.objects.stop(),
      this.postgres.stop(),
    ]);
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Creates the database, its roles and its schema, as `migrate` does. @param productUrl of backends and workers */
async function createDatabase(administrator: string, productUrl: string): Promise<void> {
  const maintenance = createDataSource(administrator.replace('/oniverse', '/postgres'));
  await maintenance.initialize();
  await maintenance.query('CREATE DATABASE oniverse');
  await maintenance.destroy();
  const source = await createMigrationSource(administrator).initialize();
  await migrate(source, async () => {}, { productUrl });
  await source.destroy();
}

const KEYS = { accessKey: 'test', secretKey: PASSWORD, bucket: 'oniverse' };

/** The embedded object store, which a fault may kill. */
export class ObjectStoreServer {
  private constructor(
    private readonly dataDir: string,
    private running: RunningObjectStore,
  ) {}

  static async start(dataDir: string): Promise<ObjectStoreServer> {
    return new ObjectStoreServer(dataDir, await startObjectStore({ dataDir, ...KEYS }));
  }

  get env(): Record<string, string> {
    const { endpoint, accessKey, secretKey, bucket } = this.running;
    return { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: bucket };
  }

  async kill(): Promise<void> {
    process.kill(this.running.pid, 'SIGKILL');
    await this.running.ended;
  }

  async restart(): Promise<void> {
    this.running = await startObjectStore({ dataDir: this.dataDir, ...KEYS, port: this.running.port });
  }

  stop(): Promise<void> {
    return this.running.stop();
  }
}
