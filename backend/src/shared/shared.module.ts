import { Module } from '@nestjs/common';
import { createDataSource, LogLevelFollower } from '@oniverse/data';
import { CONFIG, type Config, LOGGER, type Logger, Metrics } from '@oniverse/platform';
import { DataSource } from 'typeorm';
import { AccessService } from './access/access.service.js';
import { AttachmentsController } from './attachments/attachments.controller.js';
import { AttachmentsRepository } from './attachments/attachments.repository.js';
import { AttachmentsService } from './attachments/attachments.service.js';
import { MemberChanges } from './changes/member-changes.js';
import { Quotas } from './changes/quotas.js';
import { Copies } from './new-accounts/copies.js';
import { NewAccounts } from './new-accounts/new-accounts.js';
import { ObjectReader } from './objects/object-reader.js';
import { ObjectPasses } from './objects/object-passes.js';
import { ObjectAddressesController, ObjectsController } from './objects/objects.controller.js';
import { ObjectsRepository } from './objects/objects.repository.js';
import { ObjectsService } from './objects/objects.service.js';
import { PreviewPicturesRepository } from './objects/preview-pictures.repository.js';
import { UploadPartsRepository } from './objects/upload-parts.repository.js';
import { UploadPartsService } from './objects/upload-parts.service.js';
import { UploadSlots } from './objects/upload-slots.js';
import { UploadsController } from './objects/uploads.controller.js';
import { UploadsService } from './objects/uploads.service.js';
import { MaintenanceService } from './settings/maintenance.service.js';
import { SiteSettingsService } from './settings/site-settings.service.js';
import { StaleReads } from './stale-reads/stale-reads.js';

/** A standby that does not answer costs little, because the primary answers then. */
const STANDBY_BOUNDS = { connectTimeoutMs: 1_000, queryTimeoutMs: 3_000 };

/** What every domain builds on: access, changes in a transaction, quotas, and the bytes of pictures. */
@Module({
  controllers: [UploadsController, ObjectsController, ObjectAddressesController, AttachmentsController],
  providers: [
    AccessService,
    MemberChanges,
    Quotas,
    Copies,
    NewAccounts,
    ObjectsService,
    UploadsService,
    UploadPartsService,
    UploadPartsRepository,
    { provide: UploadSlots, useFactory: () => new UploadSlots() },
    AttachmentsService,
    AttachmentsRepository,
    ObjectReader,
    ObjectPasses,
    ObjectsRepository,
    PreviewPicturesRepository,
    SiteSettingsService,
    MaintenanceService,
    {
      provide: LogLevelFollower,
      inject: [DataSource, LOGGER],
      useFactory: (dataSource: DataSource, logger: Logger) => new LogLevelFollower(dataSource, logger),
    },
    {
      provide: StaleReads,
      inject: [CONFIG, DataSource, LOGGER, Metrics],
      useFactory: ({ replica }: Config, primary: DataSource, logger: Logger, metrics: Metrics) => {
        const reads = metrics.counter(
          'oniverse_standby_reads_total',
          'Reads that standbys may answer, by what answered them.',
          ['answered_by'],
        );
        for (const answeredBy of ['standby', 'primary']) reads.inc({ answered_by: answeredBy }, 0);
        return new StaleReads(primary, replica && createDataSource(replica.url, STANDBY_BOUNDS), {
          maxLagMs: replica?.maxLagMs ?? 0,
          onFailure: (error) => logger.warn({ err: error }, 'No standby answers; reading from the primary'),
          onRead: (answeredBy) => reads.inc({ answered_by: answeredBy }),
        });
      },
    },
  ],
  exports: [
    AccessService,
    AttachmentsService,
    Copies,
    MemberChanges,
    NewAccounts,
    Quotas,
    ObjectPasses,
    ObjectReader,
    ObjectsService,
    SiteSettingsService,
    MaintenanceService,
    StaleReads,
  ],
})
export class SharedModule {}
