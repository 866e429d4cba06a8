import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDataSource } from '@oniverse/data';
import {
  isErrorWithCode,
  type RunningObjectStore,
  type RunningPostgres,
  type RunningRedis,
  startObjectStore,
  startPostgres,
  startRedis,
} from '@oniverse/embedded';
import { type Config, loadConfig } from '@oniverse/platform';
import type { DataSource } from 'typeorm';
import { copyMigratedCluster } from './database-template.js';

// Where `npm start` keeps a Redis that the system lacks; found there or unpacked once for all tests.
const BIN_DIR = fileURLToPath(new URL('../../../.oniverse/bin', import.meta.url));
const PASSWORD = 'only-for-tests';
const CLUSTER = { password: PASSWORD, database: 'oniverse' };
/** Tests arrange many rows at once, on machines that do other things too. */
const PATIENT = { poolSize: 4, connectTimeoutMs: 20_000, queryTimeoutMs: 60_000 };

/** A PostgreSQL, a Redis and an object store of one test file's own, with a migrated, empty database. */
export class TestStack {
  /** PostgreSQL's processes that stand still. */
  private paused: number[] = [];

  private constructor(
    private readonly dir: string,
    private readonly durable: boolean,
    private postgres: RunningPostgres,
    private redis: RunningRedis,
    private objects: RunningObjectStore,
    /** For looking at and arranging rows; connected. */
    readonly dataSource: DataSource,
  ) {}

  /** @param options.durable for tests that kill a service: what was acknowledged must outlive it */
  static async start({ durable = false } = {}): Promise<TestStack> {
    const dir = await mkdtemp(join(tmpdir(), 'oniverse-test-'));
    // PostgreSQL runs as a user of its own where the tests run as root.
    await chmod(dir, 0o755);
    const [postgres, redis, objects] = await Promise.all([
      copyMigratedCluster(join(dir, 'postgres'), CLUSTER).then(() => startPostgresIn(dir, durable)),
      startRedisIn(dir),
      startObjectStoreIn(dir),
    ]);
    const dataSource = createDataSource(postgres.url, PATIENT);
    await dataSource.initialize();
    return new TestStack(dir, durable, postgres, redis, objects, dataSource);
  }

  /** The environment of a server process on this stack. */
  env(): Record<string, string> {
    return {
      DATABASE_URL: this.postgres.url,
      REDIS_URL: this.redis.url,
      S3_ENDPOINT: this.objects.endpoint,
      S3_ACCESS_KEY: this.objects.accessKey,
      S3_SECRET_KEY: this.objects.secretKey,
      S3_BUCKET: this.objects.bucket,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
    };
  }

  /** The configuration of a server on this stack. */
  config(overrides: Partial<Config> = {}): Config {
    return { ...loadConfig(this.env()), ...overrides };
  }

  /** The file that PostgreSQL writes down in what it is told to. */
  get databaseLog(): string {
    return this.postgres.logFile;
  }

  /** Ends PostgreSQL as a power cut would. */
  async killPostgres(): Promise<void> {
    process.kill(this.postgres.pid, 'SIGKILL');
    await this.postgres.ended;
  }

  /** Brings PostgreSQL back where it was. */
  async startPostgres(): Promise<void> {
    this.postgres = await startPostgresIn(this.dir, this.durable, this.postgres.port);
  }

  /** Stops PostgreSQL's clock, its sessions' too. */
  async pausePostgres(): Promise<void> {
    const { pid } = this.postgres;
    const runner = this.dataSource.createQueryRunner();
    try {
      // Nobody is forked once the first process stands still; the sessions are asked for who they are after that.
      await runner.connect();
      process.kill(pid, 'SIGSTOP');
      this.paused = [pid];
      const rows: { pid: number }[] = await runner.query('SELECT pid FROM pg_stat_activity');
      this.paused.unshift(...rows.map((row) => row.pid));
    } finally {
      await runner.release();
    }
    for (const paused of this.paused) signalIfThere(paused, 'SIGSTOP');
  }

  resumePostgres(): void {
    for (const paused of this.paused.splice(0)) signalIfThere(paused, 'SIGCONT');
  }

  /** Stops Redis's clock. */
  pauseRedis(): void {
    process.kill(this.redis.pid, 'SIGSTOP');
  }

  resumeRedis(): void {
    process.kill(this.redis.pid, 'SIGCONT');
  }

  async killRedis(): Promise<void> {
    process.kill(this.redis.pid, 'SIGKILL');
    await this.redis.ended;
  }

  async startRedis(): Promise<void> {
    this.redis = await startRedisIn(this.dir, this.redis.port);
  }

  async killObjectStore(): Promise<void> {
    process.kill(this.objects.pid, 'SIGKILL');
    await this.objects.ended;
  }

  async startObjectStore(): Promise<void> {
    this.objects = await startObjectStoreIn(this.dir, this.objects.port);
  }

  /** Ends all of it and removes its data. */
  async stop(): Promise<void> {
    await this.dataSource.destroy();
    await Promise.all([this.postgres.stop(), this.redis.stop(), this.objects.stop()]);
    await rm(this.dir, { recursive: true, force: true });
  }
}

/** One of PostgreSQL's own helpers may have ended since it was listed. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isErrorWithCode(error, 'ESRCH')) throw error;
  }
}

function startPostgresIn(dir: string, durable: boolean, port?: number): Promise<RunningPostgres> {
  return startPostgres({
    dataDir: join(dir, 'postgres'),
    ...CLUSTER,
    durable,
    ...(port === undefined ? {} : { port }),
  });
}

function startRedisIn(dir: string, port?: number): Promise<RunningRedis> {
  return startRedis({
    dataDir: join(dir, 'redis'),
    password: PASSWORD,
    binDir: BIN_DIR,
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
