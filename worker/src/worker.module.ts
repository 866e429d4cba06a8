import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions, OUTBOX_TOPICS } from '@oniverse/data';
import { type Config, Health, type Logger, LOGGER, Metrics, REDIS } from '@oniverse/platform';
import {
  type AnyHandler,
  JOB_HANDLERS,
  JobRunner,
  WorkerPlatformModule,
  QueuesPage,
} from '@oniverse/platform/worker';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { AvatarsModule } from './avatars/avatars.module.js';
import { MakeAvatars } from './avatars/make-avatars.js';
import { MendHeads } from './channels/mend-heads.js';
import { ConstellationRepository } from './constellation/constellation.repository.js';
import { ConstellationService } from './constellation/constellation.service.js';
import { AskOthers } from './constellation/ask-others.js';
import { DeriveMember } from './constellation/derive-member.js';
import { SettleMember } from './constellation/settle-member.js';
import { SpreadToOthers } from './constellation/spread-to-others.js';
import { HealthFile } from './health-file.js';
import { ImagesModule } from './images/images.module.js';
import { RenderImages } from './images/render-images.js';
import { PurgeInvites } from './invites/purge-invites.js';
import { Jobs } from './jobs.js';
import { AnnounceMember } from './members/announce-member.js';
import { PurgeObjects } from './objects/purge-objects.js';
import { OutboxMetrics } from './outbox/outbox-metrics.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { ReviewOutbox } from './outbox/review-outbox.js';
import { MendMemberCounts } from './servers/mend-member-counts.js';
import { PurgeSessions } from './sessions/purge-sessions.js';
import { MarkHubs } from './tags/mark-hubs.js';
import { MendCounts } from './tags/mend-counts.js';
import { ReviewSky } from './upkeep/review-sky.js';
import { SkyRepository } from './upkeep/sky.repository.js';

/** Connections that one worker holds at most, beside one for each job under way. */
const SPARE_CONNECTIONS = 2;

/** All jobs: exactly one for each topic of the outbox, and what runs by the clock. */
const HANDLERS = [
  DeriveMember,
  SettleMember,
  SpreadToOthers,
  AskOthers,
  AnnounceMember,
  MarkHubs,
  MendCounts,
  MendHeads,
  MendMemberCounts,
  PurgeInvites,
  PurgeObjects,
  PurgeSessions,
  ReviewOutbox,
  ReviewSky,
];

/** Topics of the outbox that must have a job. */
const NEEDED = Object.values(OUTBOX_TOPICS);

/** All jobs, and what they need. */
@Module({})
export class WorkerModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const { prompt, heavy, bulk } = config.workerConcurrency;
    return {
      module: WorkerModule,
      imports: [
        WorkerPlatformModule.with(config, logger),
        TypeOrmModule.forRoot({
          ...dataSourceOptions(config.databaseUrl, { poolSize: prompt + heavy + bulk + SPARE_CONNECTIONS }),
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
        OutboxMetrics,
        SkyRepository,
        QueuesPage,
        {
          provide: JOB_HANDLERS,
          inject: [...HANDLERS, MakeAvatars, RenderImages],
          useFactory: (...handlers: AnyHandler[]) => handlers,
        },
        {
          provide: JobRunner,
          inject: [REDIS.queue, JOB_HANDLERS, LOGGER, Metrics],
          useFactory: (redis: Redis, handlers: AnyHandler[], log: Logger, metrics: Metrics) =>
            new JobRunner(redis, handlers, NEEDED, config.workerConcurrency, log, metrics),
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
