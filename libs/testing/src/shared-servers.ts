import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectStore } from '@oniverse/platform';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { type StackAddresses, TestServers } from './test-servers.js';

/** The environment variable that passes the addresses of a run's shared servers to its test files. */
const VARIABLE = 'ONIVERSE_TEST_SERVERS';
/** The environment variable with the folder of what is computed once a run. */
const CACHE = 'ONIVERSE_TEST_CACHE';
/** The key that counts the Redis databases in use; stored in database 0, which no test uses. */
const DATABASE_COUNTER = 'test-databases';

/** One test file's part of the shared servers. */
export interface SharedPart {
  readonly addresses: StackAddresses;
  /** Drops the database and empties the Redis database. */
  readonly release: () => Promise<void>;
}

/** Starts the servers that all test files of this run share. @returns a function that stops them */
export async function startSharedServers(): Promise<() => Promise<void>> {
  const servers = await TestServers.start({ shared: true });
  const cache = await mkdtemp(join(tmpdir(), 'oniverse-test-cache-'));
  process.env[VARIABLE] = JSON.stringify(servers.addresses);
  process.env[CACHE] = cache;
  return async () => {
    delete process.env[VARIABLE];
    delete process.env[CACHE];
    await rm(cache, { recursive: true });
    await servers.stop();
  };
}

/** Returns a text that is the same in all test files of a run, which only the first of them computes. */
export function oncePerRun(name: string, compute: () => string): string {
  const folder = process.env[CACHE];
  if (folder === undefined) return compute();
  const file = join(folder, name);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const text = compute();
    // Renamed, so that another process never reads half of it.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, text);
    renameSync(draft, file);
    return text;
  }
}

/** Creates databases and a bucket on the run's shared servers, or returns undefined if there are none. */
export async function allocateSharedPart(): Promise<SharedPart | undefined> {
  const servers = readAddresses(process.env[VARIABLE]);
  if (!servers) return undefined;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const databaseUrl = new URL(servers.databaseUrl);
  const template = databaseUrl.pathname.slice(1);
  // Copying the files takes half as long as copying each page through the log, which is the default.
  await queryOn(servers.databaseUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  databaseUrl.pathname = name;
  const redisUrl = new URL(servers.redisUrl);
  redisUrl.pathname = String(await withRedis(servers.redisUrl, (redis) => redis.incr(DATABASE_COUNTER)));
  const bucket = name.replace('_', '-');
  await new ObjectStore({
    ...servers,
    endpoint: new URL(servers.endpoint),
    bucket,
    region: 'us-east-1',
  }).ensureBucket();
  return {
    addresses: { ...servers, databaseUrl: databaseUrl.href, redisUrl: redisUrl.href, bucket },
    release: async () => {
      await queryOn(servers.databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      await withRedis(redisUrl.href, (redis) => redis.flushdb());
    },
  };
}

function readAddresses(text: string | undefined): StackAddresses | undefined {
  if (text === undefined) return undefined;
  const given: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(Object(JSON.parse(text))),
  );
  const read = (name: keyof StackAddresses): string => {
    const value = given[name];
    if (typeof value !== 'string') throw new Error(`${VARIABLE} lacks ${name}.`);
    return value;
  };
  return {
    databaseUrl: read('databaseUrl'),
    redisUrl: read('redisUrl'),
    endpoint: read('endpoint'),
    accessKey: read('accessKey'),
    secretKey: read('secretKey'),
    bucket: read('bucket'),
  };
}

/** Runs a statement in the `postgres` database, because the template must have no sessions while it is copied. */
async function queryOn(url: string, statement: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = 'postgres';
  const client = new Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function withRedis<T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
