import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logging.js';

/**
 * What a connection is for:
 * `commands` fail at once while Redis is down, so that no caller waits for it;
 * `subscriber` waits and subscribes again by itself;
 * `queue` waits for ever, as BullMQ asks of its connections.
 */
export type RedisRole = 'commands' | 'subscriber' | 'queue';

const OPTIONS: Record<RedisRole, RedisOptions> = {
  commands: { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 1_000 },
  subscriber: { maxRetriesPerRequest: null },
  queue: { maxRetriesPerRequest: null },
};

/** A connection's class. */
export type RedisClient = new (url: string, options: RedisOptions) => Redis;

/**
 * Opens a connection that comes back by itself; an outage is logged once, and its end too.
 * @param Client the class of the connection, where a plain one will not do
 */
export function connectRedis(
  url: string,
  role: RedisRole,
  logger: Logger,
  Client: RedisClient = Redis,
): Redis {
  const redis = new Client(url, {
    ...OPTIONS[role],
    connectionName: `oniverse:${role}`,
    // Jitter, so that many processes do not come back in the same moment.
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 1_000) * (0.75 + Math.random() / 2),
  });
  let down = false;
  redis.on('error', (error: unknown) => {
    if (!down) logger.warn({ err: error, role }, 'Redis cannot be reached');
    down = true;
  });
  redis.on('ready', () => {
    if (down) logger.info({ role }, 'Redis is back');
    down = false;
  });
  return redis;
}
