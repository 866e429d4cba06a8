import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logging.js';
import { adviceForRefusal } from './refused-credentials.js';

/**
 * The purpose of a connection:
 * `commands` fails at once while Redis is down;
 * `subscriber` waits, and subscribes again after a reconnect;
 * `queue` waits indefinitely, as BullMQ requires.
 */
export type RedisRole = 'commands' | 'subscriber' | 'queue';

const OPTIONS: Record<RedisRole, RedisOptions> = {
  commands: { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 1_000 },
  subscriber: { maxRetriesPerRequest: null },
  queue: { maxRetriesPerRequest: null },
};

export type RedisClient = new (url: string, options: RedisOptions) => Redis;

/** Opens a connection that reconnects. Logs the start and the end of an outage once each. */
export function connectRedis(
  url: string,
  role: RedisRole,
  logger: Logger,
  Client: RedisClient = Redis,
): Redis {
  const redis = new Client(url, {
    ...OPTIONS[role],
    connectionName: `oniverse:${role}`,
    // With jitter, so that processes do not reconnect at the same time.
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 1_000) * (0.75 + Math.random() / 2),
  });
  let down = false;
  redis.on('error', (error: unknown) => {
    if (!down) logger.warn({ err: error, role }, adviceForRefusal(error) ?? 'Redis unreachable; retrying');
    down = true;
  });
  redis.on('ready', () => {
    if (down) logger.info({ role }, 'Redis reachable again');
    down = false;
  });
  return redis;
}
