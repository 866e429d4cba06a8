import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logging.js';
import type { RedisNode, RedisSettings } from './redis-settings.js';
import { adviceForRefusal } from './refused-credentials.js';

export type RedisConnection = Redis | Cluster;

/**
 * The purpose of a connection:
 * `commands` fails at once while Redis is down;
 * `subscriber` waits, and subscribes again after a reconnect;
 * `queue` waits indefinitely, as BullMQ requires.
 */
export type RedisRole = 'commands' | 'subscriber' | 'queue';

const OPTIONS = {
  commands: { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 1_000 },
  subscriber: { maxRetriesPerRequest: null },
  queue: { maxRetriesPerRequest: null },
} satisfies Record<RedisRole, RedisOptions>;

/** A host that does not answer must not delay a failover. */
const NODE_OPTIONS = {
  connectTimeout: 2_000,
  sentinelCommandTimeout: 1_000,
  disconnectTimeout: 200,
} satisfies RedisOptions;
/** How often to read which nodes a Cluster has. Commands to a node that hangs end when it is no longer listed. */
const NODES_REFRESH_MS = 3_000;

/** How often to connect again to a Sentinel that only reports failovers. ioredis prints each failure. */
const SENTINEL_RECONNECT_MS = 10_000;

/** With jitter, so that processes do not reconnect at the same time. */
const retryDelay = (attempt: number): number =>
  Math.min(50 * 2 ** Math.min(attempt, 6), 1_000) * (0.75 + Math.random() / 2);

/** After a failover, a former master refuses writes: the connection asks again where the master is. */
const isFormerMaster = ({ message }: Error): boolean => message.includes('READONLY');

/** Returns why no node of a Cluster answered, or the error itself. */
export function causeOf(error: Error): Error {
  const cause: unknown = Reflect.get(error, 'lastNodeError');
  return cause instanceof Error ? cause : error;
}

/** Opens a connection that reconnects. Logs the start and the end of an outage once each. */
export function connectRedis(settings: RedisSettings, role: RedisRole, logger: Logger): RedisConnection {
  const redis = open(settings, role);
  let down = false;
  redis.on('error', (error: Error) => {
    const err = causeOf(error);
    if (!down) logger.warn({ err, role }, adviceForRefusal(err) ?? 'Redis unreachable; retrying');
    down = true;
  });
  redis.on('ready', () => {
    if (down) logger.info({ role }, 'Redis reachable again');
    down = false;
  });
  if (redis instanceof Cluster) logLostNodes(redis, role, logger);
  return redis;
}

/** Logs each node of a Cluster once that cannot be reached while others can, and its return. */
function logLostNodes(cluster: Cluster, role: RedisRole, logger: Logger): void {
  const lost = new Set<string>();
  cluster.on('node error', (err: Error, node: string) => {
    if (!lost.has(node)) logger.warn({ err, role, node }, 'Redis node unreachable; retrying');
    lost.add(node);
  });
  cluster.on('+node', (redis: Redis) => {
    const node = `${redis.options.host}:${redis.options.port}`;
    redis.once('ready', () => {
      if (lost.delete(node)) logger.info({ role, node }, 'Redis node reachable again');
    });
  });
}

function open(settings: RedisSettings, role: RedisRole): RedisConnection {
  const options = {
    ...settings.options,
    ...OPTIONS[role],
    connectionName: `oniverse:${role}`,
    disableClientInfo: true,
  };
  if (settings.kind === 'one') return new Redis(settings.url, { ...options, retryStrategy: retryDelay });
  if (settings.kind === 'cluster') {
    const openNodes = role === 'subscriber' ? openAtAnyNode : openCluster;
    return openNodes(settings.nodes, { ...options, ...NODE_OPTIONS });
  }
  return new Redis({
    ...options,
    ...NODE_OPTIONS,
    retryStrategy: retryDelay,
    sentinelRetryStrategy: retryDelay,
    failoverDetector: true,
    sentinelReconnectStrategy: () => SENTINEL_RECONNECT_MS,
    // `2` sends the command again, to the new master.
    reconnectOnError: (error) => isFormerMaster(error) && (role === 'queue' ? 2 : 1),
  });
}

function openCluster(
  nodes: readonly RedisNode[],
  { enableOfflineQueue, ...redisOptions }: RedisOptions,
): Cluster {
  const isWaiting = enableOfflineQueue !== false;
  const cluster = new Cluster([...nodes], {
    redisOptions,
    clusterRetryStrategy: retryDelay,
    // BullMQ's copies of the connection need it too, or they wait for a node that is gone.
    slotsRefreshInterval: NODES_REFRESH_MS,
    // Certificates name hosts, not their addresses.
    dnsLookup: (host, done) => done(null, host),
    ...(isWaiting
      ? { maxRedirections: Infinity, retryDelayOnMoved: 100 }
      : { enableOfflineQueue, enableReadyCheck: false, retryDelayOnFailover: 0, retryDelayOnClusterDown: 0 }),
  });
  cluster.on('end', () => {
    // The timer of ioredis goes on if the connection ends during a refresh.
    cluster.refreshSlotsCache = () => {};
  });
  // Connected before they are needed, because the first command to a node waits for its connection.
  if (!isWaiting) cluster.on('+node', (node: Redis) => void node.connect().catch(() => {}));
  return cluster;
}

/**
 * Opens a connection to one node of a Cluster, which receives all publications, and to another one when that node ends or
 * hangs. ioredis's own subscriber of a Cluster can lose its channels when several nodes end.
 */
function openAtAnyNode(nodes: readonly RedisNode[], options: RedisOptions): Redis {
  let known = nodes;
  const redis = new Redis({
    ...options,
    ...known[0],
    socketTimeout: NODES_REFRESH_MS,
    retryStrategy: (attempt) => {
      Object.assign(redis.options, known[Math.floor(Math.random() * known.length)]);
      return retryDelay(attempt);
    },
  });
  const learnNodes = async () => {
    const listed = nodesIn(await redis.cluster('SLOTS'));
    if (listed.length > 0) known = listed;
  };
  const timer = setInterval(() => {
    if (redis.status === 'ready') void learnNodes().catch(() => {});
  }, NODES_REFRESH_MS).unref();
  redis.on('end', () => clearInterval(timer));
  return redis;
}

/** Returns the nodes in an answer to CLUSTER SLOTS: ranges, each with its first and last slot and then its nodes. */
const nodesIn = (ranges: unknown): RedisNode[] =>
  [ranges].flat(2).flatMap((node: unknown) => {
    const [host, port]: unknown[] = Array.isArray(node) ? node : [];
    return typeof host === 'string' && host !== '' && typeof port === 'number' ? [{ host, port }] : [];
  });

/** Returns a prefix whose keys have one slot in a Cluster. Elsewhere it is the one of the releases before Clusters. */
export const keyPrefix = (redis: RedisConnection, name: string): string =>
  redis.isCluster ? `{${name}}` : name;

/** Returns a connection to each server that takes writes: all masters of a Cluster, else the one. */
export const mastersOf = (redis: RedisConnection): Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis];

/** A line of an answer to INFO. */
const INFO_LINE = /^(\w+):(.*?)\r?$/gm;

/** Returns the values of a server's INFO by name. */
export async function readInfo(redis: Redis): Promise<ReadonlyMap<string, string>> {
  const answer = await redis.info();
  return new Map(Array.from(answer.matchAll(INFO_LINE), ([, name = '', value = '']) => [name, value]));
}

export async function deleteAllKeys(redis: RedisConnection): Promise<void> {
  await Promise.all(mastersOf(redis).map((node) => node.flushdb()));
}
