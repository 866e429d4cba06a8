import type { FactoryProvider, OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from './config.js';
import { LOGGER, type Logger } from './logging.js';
import { failFast, ignoreFailures } from './redis-responses.js';
import { REDIS_FORMS, type RedisSettings } from './redis-settings.js';
import { causeOf, connectRedis, type RedisConnection, type RedisRole } from './redis.js';

export const REDIS = {
  commands: Symbol('REDIS_COMMANDS'),
  limits: Symbol('REDIS_LIMITS'),
  subscriber: Symbol('REDIS_SUBSCRIBER'),
  publisher: Symbol('REDIS_PUBLISHER'),
  queue: Symbol('REDIS_QUEUE'),
} as const;

type Connection = keyof typeof REDIS;

/** The role of each connection, which sets its behaviour during an outage, and what differs from the role. */
const KINDS: Record<Connection, [role: RedisRole, change?: (redis: RedisConnection) => void]> = {
  commands: ['commands'],
  limits: ['commands', failFast],
  subscriber: ['subscriber', ignoreFailures],
  publisher: ['commands', ignoreFailures],
  queue: ['queue'],
};

/** How a server of another kind answers, and Sentinels that know no master of this name. */
const MISFITS = /cluster support disabled|unknown command .sentinel|invalid reply: null/i;

/** Ends a process that starts if Redis is of another kind than REDIS_URL says, where later commands would fail. */
function requireKind(redis: RedisConnection, { kind }: RedisSettings, logger: Logger): void {
  const refuse = (found: string) => {
    logger.fatal({ found }, `REDIS_URL does not fit what it leads to. ${REDIS_FORMS}`);
    process.exit(1);
  };
  const refuseMisfit = (error: Error) => {
    const { message } = causeOf(error);
    if (MISFITS.test(message)) refuse(message);
  };
  const reports = ['error', 'sentinelError'];
  for (const report of reports) redis.on(report, refuseMisfit);
  const refuseMode = async () => {
    // Without an answer, the next connection asks again.
    const info = await redis.info('server').catch(() => '');
    const mode = /^redis_mode:(cluster|sentinel)\r?$/m.exec(info)?.[1];
    if (mode !== undefined) refuse(mode);
  };
  redis.on('ready', () => {
    for (const report of reports) redis.off(report, refuseMisfit);
    if (kind === 'one') void refuseMode();
  });
}

/** Closes the connections after everything else has stopped. */
class RedisConnections implements OnApplicationShutdown {
  constructor(private readonly open: readonly RedisConnection[]) {}

  onApplicationShutdown(): void {
    for (const redis of this.open) redis.disconnect();
  }
}

/** Returns providers of Redis connections under their `REDIS` tokens, which close when the process ends. */
export function redisProviders(names: readonly Connection[]): FactoryProvider[] {
  const opening = names.map((name) => {
    const [role, change] = KINDS[name];
    return {
      provide: REDIS[name],
      inject: [CONFIG, LOGGER],
      useFactory: ({ redis: settings }: Config, logger: Logger) => {
        const redis = connectRedis(settings, role, logger);
        change?.(redis);
        // Every process has this connection.
        if (name === 'limits') requireKind(redis, settings, logger);
        return redis;
      },
    };
  });
  const closing = {
    provide: RedisConnections,
    inject: names.map((name) => REDIS[name]),
    useFactory: (...open: RedisConnection[]) => new RedisConnections(open),
  };
  return [...opening, closing];
}
