import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@oniverse/embedded';
import { waitUntil } from '@oniverse/testing';
import { Redis } from 'ioredis';
import { Part, PASSWORD } from './part.js';
import type { Programs } from './programs.js';

const MASTER_NAME = 'oniverse';
/** After how long a silent node counts as failed, in milliseconds. */
const SILENCE_MS = 2_000;
const WHOLE_MS = 60_000;

interface RedisNode {
  readonly part: Part;
  readonly port: number;
}

/** Several Redis servers, and the address by which the product reaches them. */
export interface RedisLayout {
  readonly url: string;
  readonly nodes: readonly RedisNode[];
  readonly sentinels: readonly RedisNode[];
  /** Returns the nodes that take writes. */
  readonly masters: () => Promise<RedisNode[]>;
  /** Waits until each node that is not a master follows one. */
  readonly untilWhole: () => Promise<void>;
}

const settings = (port: number, dir: string) => [
  `port ${port}`,
  'bind 127.0.0.1',
  `dir ${dir}`,
  `requirepass ${PASSWORD}`,
];

/** Starts a Redis Cluster of three masters with a replica each. */
export async function startRedisCluster(dir: string, programs: Programs): Promise<RedisLayout> {
  const nodes = await startNodes(dir, programs, 6, () => [
    'cluster-enabled yes',
    'cluster-config-file nodes.conf',
    `cluster-node-timeout ${SILENCE_MS}`,
  ]);
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  execFileSync(
    programs.redisCli,
    [
      '-a',
      PASSWORD,
      '--no-auth-warning',
      '--cluster',
      'create',
      ...addresses,
      '--cluster-replicas',
      '1',
      '--cluster-yes',
    ],
    { stdio: 'pipe' },
  );
  const layout = layoutOf(`redis+cluster://:${PASSWORD}@${addresses.join(',')}`, nodes, [], 3);
  await layout.untilWhole();
  return layout;
}

/** Starts a Redis with two replicas, and three Sentinels that replace it when it fails. */
export async function startRedisSentinel(dir: string, programs: Programs): Promise<RedisLayout> {
  let first: number | undefined;
  const nodes = await startNodes(dir, programs, 3, (port) => {
    first ??= port;
    return port === first ? [] : [`replicaof 127.0.0.1 ${first}`];
  });
  const sentinels = await Promise.all(
    Array.from({ length: 3 }, async (_, index) => {
      const port = await freePort();
      const folder = join(dir, `sentinel${index + 1}`);
      return startServer(
        programs,
        folder,
        port,
        [
          ...settings(port, folder),
          `sentinel monitor ${MASTER_NAME} 127.0.0.1 ${first} 2`,
          `sentinel auth-pass ${MASTER_NAME} ${PASSWORD}`,
          `sentinel down-after-milliseconds ${MASTER_NAME} ${SILENCE_MS}`,
          `sentinel failover-timeout ${MASTER_NAME} 6000`,
        ],
        ['--sentinel'],
      );
    }),
  );
  const addresses = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const layout = layoutOf(
    `redis+sentinel://:${PASSWORD}@${addresses}/${MASTER_NAME}?sentinelPassword=${PASSWORD}`,
    nodes,
    sentinels,
    1,
  );
  await layout.untilWhole();
  return layout;
}

function layoutOf(
  url: string,
  nodes: readonly RedisNode[],
  sentinels: readonly RedisNode[],
  masterCount: number,
): RedisLayout {
  const roles = () => Promise.all(nodes.map(({ port }) => roleOf(port)));
  return {
    url,
    nodes,
    sentinels,
    masters: async () => {
      const found = await roles();
      return nodes.filter((_, index) => found[index] === 'master');
    },
    untilWhole: () =>
      waitUntil(
        'Redis to be whole',
        async () => {
          const found = await roles();
          return (
            found.filter((role) => role === 'master').length === masterCount &&
            found.filter((role) => role === 'replica').length === nodes.length - masterCount
          );
        },
        WHOLE_MS,
      ),
  };
}

async function startNodes(
  dir: string,
  programs: Programs,
  count: number,
  linesOf: (port: number) => string[],
): Promise<RedisNode[]> {
  const nodes: RedisNode[] = [];
  for (let number = 1; number <= count; number += 1) {
    const port = await freeBusPort();
    const folder = join(dir, `redis${number}`);
    nodes.push(
      await startServer(programs, folder, port, [
        ...settings(port, folder),
        `masterauth ${PASSWORD}`,
        'appendonly yes',
        ...linesOf(port),
      ]),
    );
  }
  return nodes;
}

/** Finds a port whose bus, 10,000 above, is free and no port of an outgoing connection. */
async function freeBusPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    const bus = port + 10_000;
    if (bus < 32_000 && (await freePort(bus)) === bus) return port;
  }
}

async function startServer(
  programs: Programs,
  dir: string,
  port: number,
  lines: readonly string[],
  args: readonly string[] = [],
): Promise<RedisNode> {
  mkdirSync(dir);
  const file = join(dir, 'redis.conf');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const name = dir.slice(dir.lastIndexOf('/') + 1);
  const part = await Part.start({
    name,
    dir,
    command: programs.redisServer,
    args: [file, ...args],
    isReady: () => ask(port, async (redis) => (await redis.ping()) === 'PONG', false),
  });
  return { part, port };
}

/** Returns `master`, or `replica` for one that follows its master; undefined for others, and for one that does not answer. */
const roleOf = (port: number): Promise<string | undefined> =>
  ask(
    port,
    async (redis) => {
      const info = await redis.info('replication');
      if (/^role:master/m.test(info)) return 'master';
      return /^master_link_status:up/m.test(info) ? 'replica' : undefined;
    },
    undefined,
  );

async function ask<T>(port: number, use: (redis: Redis) => Promise<T>, otherwise: T): Promise<T> {
  const redis = new Redis({
    host: '127.0.0.1',
    port,
    password: PASSWORD,
    lazyConnect: true,
    connectTimeout: 1_000,
    commandTimeout: 1_000,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await use(redis);
  } catch {
    return otherwise;
  } finally {
    redis.disconnect();
  }
}
