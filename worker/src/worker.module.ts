import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { assertWritable, dataSourceOptions, OUTBOX_TOPICS } from '@oniverse/data';
import {
  type Config,
  createPublicAgent,
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
import { PurgeAccountData } from './account-data/purge-account-data.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { MakeAvatar } from './avatars/make-avatar.js';
import { RepairChannelHeads } from './channels/repair-channel-heads.js';
import { ConstellationRepository } from './constellation/constellation.repository.js';
import { ConstellationService } from './constellation/constellation.service.js';
import { DeriveMember } from './constellation/derive-member.js';
import { RebuildConstellation } from './constellation/rebuild-constellation.js';
import { RepairMember } from './constellation/repair-member.js';
import { RecomputeLinks } from './constellation/recompute-links.js';
import { RecomputeAffectedLinks } from './constellation/recompute-affected-links.js';
import { UpdateNeighbours } from './constellation/update-neighbours.js';
import { FORMER_JOB_NAMES } from './former-job-names.js';
import { HealthFile } from './health-file.js';
import { ImagesModule } from './images/images.module.js';
import { RenderImage } from './images/render-image.js';
import { EnqueueDigests } from './mail/enqueue-digests.js';
import { PurgeInvites } from './invites/purge-invites.js';
import { JobProcessing } from './job-processing.js';
import { MailModule } from './mail/mail.module.js';
import { SendMail } from './mail/send-mail.js';
import { AnnounceMember } from './members/announce-member.js';
import { AnonymiseAuthorRemovals } from './messages/anonymise-author-removals.js';
import { PurgeObjects } from './objects/purge-objects.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { NotificationsService } from './notifications/notifications.service.js';
import { Notify } from './notifications/notify.js';
import { NotifyLinks } from './notifications/notify-links.js';
import { PurgeNotifications } from './notifications/purge-notifications.js';
import { PushEntry } from './notifications/push-entry.js';
import { PUSH_AGENT, PushSender } from './notifications/push-sender.js';
import { OutboxMetrics } from './outbox/outbox-metrics.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { CheckOutbox } from './outbox/check-outbox.js';
import { PurgeServerAudit } from './servers/purge-server-audit.js';
import { IndexPosts } from './posts/index-posts.js';
import { RepairMemberCounts } from './servers/repair-member-counts.js';
import { PurgeSnapshots } from './reports/purge-snapshots.js';
import { PurgeSessions } from './sessions/purge-sessions.js';
import { RefreshSuggestions } from './suggestions/refresh-suggestions.js';
import { SuggestLinks } from './suggestions/suggest-links.js';
import { SuggestionsRepository } from './suggestions/suggestions.repository.js';
import { DeriveTags } from './tags/derive-tags.js';
import { DeriveTagsRepository } from './tags/derive-tags.repository.js';
import { MarkHubTags } from './tags/mark-hub-tags.js';
import { PurgeTags } from './tags/purge-tags.js';
import { RepairTagCounts } from './tags/repair-tag-counts.js';
import { CleanTexts } from './maintenance/clean-texts.js';
import { IndexTerms } from './maintenance/index-terms.js';
import { LinkHistoryRepository } from './maintenance/link-history.repository.js';
import { ReconcileConstellation } from './maintenance/reconcile-constellation.js';
import { ReconciliationRepository } from './maintenance/reconciliation.repository.js';
import { SnapshotLinks } from './maintenance/snapshot-links.js';

/** Database connections of a worker beyond one for each concurrent job. */
const SPARE_CONNECTIONS = 2;

/** Exactly one handler for each outbox topic, and the maintenance jobs. */
const HANDLERS = [
  DeriveMember,
  RepairMember,
  RecomputeLinks,
  RecomputeAffectedLinks,
  UpdateNeighbours,
  RebuildConstellation,
  CleanTexts,
  IndexPosts,
  IndexTerms,
  DeriveTags,
  AnnounceMember,
  RefreshSuggestions,
  SuggestLinks,
  AnonymiseAuthorRemovals,
  Notify,
  NotifyLinks,
  PushEntry,
  MarkHubTags,
  RepairTagCounts,
  RepairChannelHeads,
  RepairMemberCounts,
  EnqueueDigests,
  PurgeAccountData,
  PurgeInvites,
  PurgeNotifications,
  PurgeObjects,
  PurgeServerAudit,
  PurgeSessions,
  PurgeSnapshots,
  PurgeTags,
  CheckOutbox,
  ReconcileConstellation,
  SnapshotLinks,
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
        AvatarsModule,
        ImagesModule,
        MailModule,
      ],
      providers: [
        ...HANDLERS,
        ConstellationRepository,
        ConstellationService,
        NotificationsRepository,
        NotificationsService,
        PushSender,
        { provide: PUSH_AGENT, useFactory: createPublicAgent },
        OutboxRepository,
        OutboxRelay,
        OutboxMetrics,
        ReconciliationRepository,
        DeriveTagsRepository,
        SuggestionsRepository,
        LinkHistoryRepository,
        QueuesPage,
        {
          provide: JOB_HANDLERS,
          inject: [...HANDLERS, MakeAvatar, RenderImage, SendMail],
          useFactory: (...handlers: AnyHandler[]) => handlers,
        },
        {
          provide: JobRunner,
          inject: [REDIS.queue, JOB_HANDLERS, LOGGER, Metrics],
          useFactory: (redis: Redis, handlers: AnyHandler[], log: Logger, metrics: Metrics) =>
            new JobRunner(
              redis,
              handlers,
              NEEDED_JOBS,
              config.workerConcurrency,
              log,
              metrics,
              FORMER_JOB_NAMES,
            ),
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
