import 'reflect-metadata';
import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { assertWritable, dataSourceOptions, LogLevelFollower, OUTBOX_TOPICS } from '@oniverse/data';
import {
  type Config,
  databaseWork,
  Health,
  type Logger,
  LOGGER,
  Metrics,
  NestLogger,
  REDIS,
  type RedisConnection,
  WRITE_CHECK_KEY,
} from '@oniverse/platform';
import {
  type AnyHandler,
  JOB_HANDLERS,
  JobRunner,
  WorkerPlatformModule,
  QueuesPage,
} from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { ACCOUNT_JOBS } from './account/index.js';
import { ALBUM_JOBS } from './album/index.js';
import { PEOPLE_JOBS } from './people/index.js';
import { SAFETY_JOBS } from './safety/index.js';
import { SHARED_JOBS } from './shared/index.js';
import { SITE_JOBS } from './site/index.js';
import { STAFF_JOBS } from './staff/index.js';
import { TALK_JOBS } from './talk/index.js';
import { WRITING_JOBS } from './writing/index.js';
import { HealthFile } from './health-file.js';
import { JobProcessing } from './job-processing.js';
import { DatabaseMetrics } from './monitoring/database-metrics.js';
import { DatabaseStateRepository } from './monitoring/database-state.repository.js';
import { RedisMetrics } from './monitoring/redis-metrics.js';
import { CheckOutbox } from './outbox/check-outbox.js';
import { OutboxMetrics } from './outbox/outbox-metrics.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { OutboxRepository } from './outbox/outbox.repository.js';

/** Database connections of a worker beyond one for each concurrent job. */
const SPARE_CONNECTIONS = 2;

const DOMAINS = [
  ACCOUNT_JOBS,
  ALBUM_JOBS,
  WRITING_JOBS,
  TALK_JOBS,
  PEOPLE_JOBS,
  SAFETY_JOBS,
  SITE_JOBS,
  STAFF_JOBS,
  SHARED_JOBS,
];

/** Together exactly one handler for each outbox topic, and the maintenance jobs. */
const JOBS = [CheckOutbox, ...DOMAINS.flatMap(({ jobs }) => jobs)];

const NEEDED_JOBS = Object.values(OUTBOX_TOPICS);

@Module({})
export class WorkerModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const { prompt, heavy, mail, fetch, bulk } = config.workerConcurrency;
    return {
      module: WorkerModule,
      imports: [
        WorkerPlatformModule.with(config, logger),
        TypeOrmModule.forRoot({
          // Locks and prepared statements of jobs belong to sessions.
          ...dataSourceOptions(config.directDatabaseUrl, {
            poolSize: prompt + heavy + mail + fetch + bulk + SPARE_CONNECTIONS,
            work: databaseWork,
          }),
          retryDelay: 1_000,
        }),
      ],
      providers: [
        ...JOBS,
        ...DOMAINS.flatMap(({ parts }) => parts),
        OutboxRepository,
        OutboxRelay,
        OutboxMetrics,
        DatabaseStateRepository,
        DatabaseMetrics,
        RedisMetrics,
        QueuesPage,
        {
          provide: JOB_HANDLERS,
          inject: JOBS,
          useFactory: (...handlers: AnyHandler[]) => handlers,
        },
        {
          provide: JobRunner,
          inject: [REDIS.queue, JOB_HANDLERS, LOGGER, Metrics],
          useFactory: (redis: RedisConnection, handlers: AnyHandler[], log: Logger, metrics: Metrics) =>
            new JobRunner(redis, handlers, NEEDED_JOBS, config.workerConcurrency, log, metrics),
        },
        JobProcessing,
        {
          provide: Health,
          inject: [DataSource, REDIS.queue],
          useFactory: (database: DataSource, redis: RedisConnection) =>
            new Health([
              {
                name: 'database',
                essential: true,
                check: () => database.query('SELECT 1'),
                checkWrite: () => assertWritable(database),
              },
              {
                name: 'redis',
                essential: true,
                check: () => redis.ping(),
                checkWrite: () => redis.set(WRITE_CHECK_KEY, '', 'EX', 1),
              },
            ]),
        },
        HealthFile,
        {
          provide: LogLevelFollower,
          inject: [DataSource, LOGGER],
          useFactory: (dataSource: DataSource, logger: Logger) => new LogLevelFollower(dataSource, logger),
        },
      ],
    };
  }
}

/** Starts a worker. Any number may run at the same time. */
export async function createWorker(config: Config, logger: Logger): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(WorkerModule.with(config, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
}
