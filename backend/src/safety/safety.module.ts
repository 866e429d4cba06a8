import { Module } from '@nestjs/common';
import { ErasureRecords, ObjectStore } from '@oniverse/platform';
import { BlocksController, HiddenMembersController, MutesController } from './blocks/blocks.controller.js';
import { BlocksRepository } from './blocks/blocks.repository.js';
import { BlocksService } from './blocks/blocks.service.js';
import { VisibilityPublisher } from './blocks/visibility-publisher.js';
import { CasesController } from './cases/cases.controller.js';
import { CasesRepository } from './cases/cases.repository.js';
import { CasesService } from './cases/cases.service.js';
import { ErasureController } from './erasure/erasure.controller.js';
import { ErasureRepository } from './erasure/erasure.repository.js';
import { ErasureService } from './erasure/erasure.service.js';
import { QueueController } from './queue/queue.controller.js';
import { QueueGateway } from './queue/queue.gateway.js';
import { QueueRepository } from './queue/queue.repository.js';
import { QueueService } from './queue/queue.service.js';
import { PictureCopies } from './reports/picture-copies.js';
import { ReportsController } from './reports/reports.controller.js';
import { ReportsRepository } from './reports/reports.repository.js';
import { ReportsService } from './reports/reports.service.js';
import { SharedModule } from '../shared/index.js';
import { AccountModule } from '../account/index.js';
import { WritingModule } from '../writing/index.js';
import { TalkModule } from '../talk/index.js';

/** Blocks, reports, and erasure of an account. */
@Module({
  imports: [SharedModule, AccountModule, WritingModule, TalkModule],
  controllers: [
    BlocksController,
    MutesController,
    HiddenMembersController,
    CasesController,
    ErasureController,
    QueueController,
    ReportsController,
  ],
  providers: [
    BlocksService,
    BlocksRepository,
    VisibilityPublisher,
    CasesRepository,
    CasesService,
    ErasureService,
    ErasureRepository,
    {
      provide: ErasureRecords,
      inject: [ObjectStore],
      useFactory: (store: ObjectStore) => new ErasureRecords(store),
    },
    PictureCopies,
    QueueGateway,
    QueueRepository,
    QueueService,
    ReportsRepository,
    ReportsService,
  ],
  exports: [ErasureService],
})
export class SafetyModule {}
