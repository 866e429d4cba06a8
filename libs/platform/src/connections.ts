import type { FactoryProvider, OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from './config.js';
import { ONE_REDIS_SERVER } from './variables.js';
import { BestEffortPublisher, BestEffortSubscriber } from './live/best-effort-redis.js';
import { LOGGER, type Logger } from './logging.js';
import { FailFastRedis } from './fail-fast-redis.js';
import { connectRedis, type RedisClient, type RedisRole } from './redis.js';

export const REDIS = {
  commands: Symbol('REDIS_COMMANDS'),
  limits: Symbol('REDIS_LIMITS'),
  subscriber: Symbol('REDIS_SUBSCRIBER'),
  publisher: Symbol('REDIS_PUBLISHER'),
  queue: Symbol('REDIS_QUEUE'),
} as const;

type Connection = keyof typeof REDIS;

/** The role of each connection, which sets its behaviour during an outage, and its class if not `Redis`. */
const KINDS: Record<Connection, [role: RedisRole, Client?: RedisClient]> = {
  commands: ['commands'],
  limits: ['commands', FailFastRedis],
  subscriber: ['subscriber', BestEffortSubscriber],
  publisher: ['commands', BestEffortPublisher],
  queue: ['queue'],
};

/** Ends the process if its Redis is part of a cluster or a Sentinel, where a start succeeds and later commands fail. */
async function requireOneServer(redis: Redis, logger: Logger): Promise<void> {
  // Without an answer, the next connection asks again.
  const info = await redis.info('server').catch(() => '');
  const mode = /^redis_mode:(cluster|sentinel)\r?$/m.exec(info)?.[1];
  if (mode === undefined) return;
  logger.fatal({ mode }, ONE_REDIS_SERVER);
  process.exit(1);
}

/** Closes the connections after everything else has stopped. */
class RedisConnections implements OnApplicationShutdown {
  constructor(private readonly open: readonly Redis[]) {}

  onApplicationShutdown(): void {
    for (const redis of this.open) redis.disconnect();
  }
}

/** Returns providers of Redis connections under their `REDIS` tokens, which close when the process ends. */
export function redisProviders(names: readonly Connection[]): FactoryProvider[] {
  const opening = names.map((name) => {
    const [role, Client] = KINDS[name];
    return {
      provide: REDIS[name],
      inject: [CONFIG, LOGGER],
      useFactory: ({ redisUrl }: Config, logger: Logger) => {
        const redis = connectRedis(redisUrl, role, logger, Client);
        // Every process has this connection.
        if (name === 'limits') redis.on('ready', () => void requireOneServer(redis, logger));
        return redis;
      },
    };
  });
  const closing = {
    provide: RedisConnections,
    inject: names.map((name) => REDIS[name]),
    useFactory: (...open: Redis[]) => new RedisConnections(open),
  };
  return [...opening, closing];
}
