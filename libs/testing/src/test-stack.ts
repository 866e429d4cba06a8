import { createDataSource } from '@oniverse/data';
import { type Config, loadConfig } from '@oniverse/platform';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { allocateSharedPart, withRedis } from './shared-servers.js';
import { productUrlOf, type StackAddresses, TestServers } from './test-servers.js';

/** Tests insert many rows at once, on busy machines. */
const POOL_OPTIONS = { poolSize: 4, connectTimeoutMs: 20_000, queryTimeoutMs: 60_000 };

/**
 * A migrated, empty database, a Redis database and a bucket for one test file. They are on servers that all test
 * files of a run share, if it started some, or else on dedicated servers.
 */
export class TestStack {
  protected constructor(
    private readonly addresses: StackAddresses,
    readonly dataSource: DataSource,
    private readonly release: () => Promise<void>,
  ) {}

  static async start(): Promise<TestStack> {
    const part = (await allocateSharedPart()) ?? (await startServers());
    return new TestStack(part.addresses, await connectDatabase(part.addresses), part.release);
  }

  /** The environment of a process that may do everything in the database. */
  env(): Record<string, string> {
    return {
      DATABASE_URL: this.addresses.databaseUrl,
      REDIS_URL: this.addresses.redisUrl,
      S3_ENDPOINT: this.addresses.endpoint,
      S3_ACCESS_KEY: this.addresses.accessKey,
      S3_SECRET_KEY: this.addresses.secretKey,
      S3_BUCKET: this.addresses.bucket,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      // Workers of tests fetch no pages from the internet.
      LINK_PREVIEWS: 'off',
    };
  }

  /** The configuration of backends and workers, whose role has rows only. */
  config(overrides: Partial<Config> = {}): Config {
    return { ...loadConfig({ ...this.env(), DATABASE_URL: productUrlOf(this.addresses) }), ...overrides };
  }

  withRedis<T>(use: (redis: Redis) => Promise<T>): Promise<T> {
    return withRedis(this.addresses.redisUrl, use);
  }

  /** Disconnects and deletes the data. */
  async stop(): Promise<void> {
    await this.dataSource.destroy();
    await this.release();
  }
}

export async function connectDatabase({ databaseUrl }: StackAddresses): Promise<DataSource> {
  return createDataSource(databaseUrl, POOL_OPTIONS).initialize();
}

async function startServers() {
  const servers = await TestServers.start();
  return { addresses: servers.addresses, release: () => servers.stop() };
}
