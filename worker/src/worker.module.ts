import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions, OUTBOX_TOPICS } from '@oniverse/data';
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
import { AvatarsModule } from './avatars/avatars.module.js';
import { MakeAvatars } from './avatars/make-avatars.js';
import { ConstellationRepository } from './constellation/constellation.repository.js';
import { ConstellationService } from './constellation/constellation.service.js';
import { DeriveMember } from './constellation/derive-member.js';
import { SettleMember } from './constellation/settle-member.js';
import { HealthFile } from './health-file.js';
import { ImagesModule } from './images/images.module.js';
import { RenderImages } from './images/render-images.js';
import { Jobs } from './jobs.js';
import { PurgeObjects } from './objects/purge-objects.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { PurgeSessions } from './sessions/purge-sessions.js';
import { MarkHubs } from './tags/mark-hubs.js';
import { MendCounts } from './tags/mend-counts.js';

/** Connections that one worker holds at most, beside one for each job under way. */
const SPARE_CONNECTIONS = 2;

/** All jobs: exactly one for each topic of the outbox, and what runs by the clock. */
const HANDLERS = [DeriveMember, SettleMember, MarkHubs, MendCounts, PurgeSessions, PurgeObjects];

/** Topics of the outbox that must have a job. */
const NEEDED = Object.values(OUTBOX_TOPICS);

/** All jobs, and what they need. */
@Module({})
export class WorkerModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forWorker(config, logger),
        TypeOrmModule.forRoot({
          ...dataSourceOptions(config.databaseUrl, config.workerConcurrency + SPARE_CONNECTIONS),
          retryDelay: 1_000,
        }),
        AvatarsModule,
        ImagesModule,
      ],
      providers: [
        ...HANDLERS,
        ConstellationRepository,
        ConstellationService,
        OutboxRepository,
        OutboxRelay,
        {
          provide: JOB_HANDLERS,
          inject: [...HANDLERS, MakeAvatars, RenderImages],
          useFactory: (...handlers: JobHandler[]) => handlers,
        },
        {
          provide: JobRunner,
          inject: [REDIS.queue, JOB_HANDLERS, LOGGER],
          useFactory: (redis: Redis, handlers: JobHandler[], log: Logger) =>
            new JobRunner(redis, handlers, NEEDED, config.workerConcurrency, log),
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
