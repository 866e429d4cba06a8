import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { assertWritable, dataSourceOptions, OUTBOX_TOPICS } from '@oniverse/data';
import {
  type Config,
  Health,
  type Logger,
  LOGGER,
  Metrics,
  REDIS,
  WRITE_CHECK_KEY,
} from '@oniverse/platform';
import {
  type AnyHandler,
  JOB_HANDLERS,
  JobRunner,
  WorkerPlatformModule,
  QueuesPage,
} from '@oniverse/platform/worker';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { AccountDataModule } from './account/account-data.module.js';
import { AvatarsModule } from './people/avatars/avatars.module.js';
import { ChannelsModule } from './talk/channels.module.js';
import { ConstellationModule } from './people/constellation/constellation.module.js';
import { ImagesModule } from './album/images.module.js';
import { InvitesModule } from './talk/invites.module.js';
import { MailModule } from './site/mail/mail.module.js';
import { MaintenanceModule } from './site/maintenance/maintenance.module.js';
import { MembersModule } from './people/members.module.js';
import { MessagesModule } from './talk/messages.module.js';
import { NotificationsModule } from './talk/notifications/notifications.module.js';
import { ObjectsModule } from './album/objects.module.js';
import { OutboxModule } from './outbox/outbox.module.js';
import { PostsModule } from './writing/posts.module.js';
import { ReportsModule } from './safety/reports.module.js';
import { ServersModule } from './talk/servers.module.js';
import { SessionsModule } from './account/sessions.module.js';
import { SuggestionsModule } from './people/suggestions/suggestions.module.js';
import { TagsModule } from './people/tags/tags.module.js';
import { HealthFile } from './health-file.js';
import { JobProcessing } from './job-processing.js';
import { OutboxMetrics } from './outbox/outbox-metrics.js';
import { OutboxRelay } from './outbox/outbox-relay.js';

/** Database connections of a worker beyond one for each concurrent job. */
const SPARE_CONNECTIONS = 2;

/** The features with jobs: together exactly one handler for each outbox topic, and the maintenance jobs. */
const FEATURES = [
  AccountDataModule,
  AvatarsModule,
  ChannelsModule,
  ConstellationModule,
  ImagesModule,
  InvitesModule,
  MailModule,
  MaintenanceModule,
  MembersModule,
  MessagesModule,
  NotificationsModule,
  ObjectsModule,
  OutboxModule,
  PostsModule,
  ReportsModule,
  ServersModule,
  SessionsModule,
  SuggestionsModule,
  TagsModule,
];

const NEEDED_JOBS = Object.values(OUTBOX_TOPICS);

@Module({})
export class WorkerModule {
  static with(config: Config, logger: Logger): DynamicModule {
    const { prompt, heavy, mail, bulk } = config.workerConcurrency;
    return {
      module: WorkerModule,
      imports: [
        WorkerPlatformModule.with(config, logger),
        TypeOrmModule.forRoot({
          ...dataSourceOptions(config.databaseUrl, {
            poolSize: prompt + heavy + mail + bulk + SPARE_CONNECTIONS,
          }),
          retryDelay: 1_000,
        }),
        ...FEATURES,
      ],
      providers: [
        OutboxRelay,
        OutboxMetrics,
        QueuesPage,
        {
          provide: JOB_HANDLERS,
          inject: FEATURES.flatMap(({ jobs }): Type<AnyHandler>[] => jobs),
          useFactory: (...handlers: AnyHandler[]) => handlers,
        },
        {
          provide: JobRunner,
          inject: [REDIS.queue, JOB_HANDLERS, LOGGER, Metrics],
          useFactory: (redis: Redis, handlers: AnyHandler[], log: Logger, metrics: Metrics) =>
            new JobRunner(redis, handlers, NEEDED_JOBS, config.workerConcurrency, log, metrics),
        },
        JobProcessing,
        {
          provide: Health,
          inject: [DataSource, REDIS.queue],
          useFactory: (database: DataSource, redis: Redis) =>
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
      ],
    };
  }
}
