import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from '@oniverse/data';
import {
  type Config,
  Health,
  JOB_HANDLERS,
  JobRunner,
  type JobHandler,
  type Logger,
  LOGGER,
  PlatformModule,
  REDIS,
} from '@oniverse/platform';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { HealthFile } from './health-file.js';
import { Jobs } from './jobs.js';
import { PurgeObjects } from './objects/purge-objects.js';
import { PurgeSessions } from './sessions/purge-sessions.js';

/** Connections that one worker holds at most. */
const POOL_SIZE = 4;

/** All jobs, and what they need. */
@Module({})
export class WorkerModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forWorker(config, logger),
        TypeOrmModule.forRoot({ ...dataSourceOptions(config.databaseUrl, POOL_SIZE), retryDelay: 1_000 }),
      ],
      providers: [
        PurgeSessions,
        PurgeObjects,
        {
          provide: JOB_HANDLERS,
          inject: [PurgeSessions, PurgeObjects],
          useFactory: (...handlers: JobHandler[]) => handlers,
        },
        {
          provide: JobRunner,
          inject: [REDIS.queue, JOB_HANDLERS, LOGGER],
          useFactory: (redis: Redis, handlers: JobHandler[], log: Logger) =>
            new JobRunner(redis, handlers, log),
        },
        Jobs,
        {
          provide: Health,
          inject: [DataSource, REDIS.queue],
          useFactory: (database: DataSource, redis: Redis) =>
            new Health([
              { name: 'database', essential: true, check: () => database.query('SELECT 1') },
              { name: 'redis', essential: true, check: () => redis.ping() },
            ]),
        },
        HealthFile,
      ],
    };
  }
}
