import type { FactoryProvider, OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from './config.js';
import { BestEffortPublisher, BestEffortSubscriber } from './live/best-effort-redis.js';
import { LOGGER, type Logger } from './logging.js';
import { connectRedis, type RedisClient, type RedisRole } from './redis.js';

/** The token under which a process's Redis connection of a role is injected. */
export const REDIS = {
  commands: Symbol('REDIS_COMMANDS'),
  subscriber: Symbol('REDIS_SUBSCRIBER'),
  publisher: Symbol('REDIS_PUBLISHER'),
  queue: Symbol('REDIS_QUEUE'),
} as const;

type Connection = keyof typeof REDIS;

/** How each connection behaves while Redis is down, and its class where a plain one will not do. */
const KINDS: Record<Connection, [role: RedisRole, Client?: RedisClient]> = {
  commands: ['commands'],
  subscriber: ['subscriber', BestEffortSubscriber],
  publisher: ['commands', BestEffortPublisher],
  queue: ['queue'],
};

/** Closes what the process opened, after everything else has ended. */
class Connections implements OnApplicationShutdown {
  constructor(private readonly open: readonly Redis[]) {}

  onApplicationShutdown(): void {
    for (const redis of this.open) redis.disconnect();
  }
}

/** Opens some connections to Redis, each under its token, and closes them when the process ends. */
export function connections(names: readonly Connection[]): FactoryProvider[] {
  const opening = names.map((name) => {
    const [role, Client] = KINDS[name];
    return {
      provide: REDIS[name],
      inject: [CONFIG, LOGGER],
      useFactory: ({ redisUrl }: Config, logger: Logger) => connectRedis(redisUrl, role, logger, Client),
    };
  });
  const closing = {
    provide: Connections,
    inject: names.map((name) => REDIS[name]),
    useFactory: (...open: Redis[]) => new Connections(open),
  };
  return [...opening, closing];
}
