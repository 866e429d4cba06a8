import { Module } from '@nestjs/common';
import { AccountActivityModule } from '../account-activity/account-activity.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { ExportQueue } from './export-queue.js';
import { ExportedFiles } from './exported-files.js';
import { ExportsController } from './exports.controller.js';
import { ExportsRepository } from './exports.repository.js';
import { ExportsService } from './exports.service.js';
import { MemberDataRepository } from './member-data.repository.js';

@Module({
  imports: [AccountActivityModule, ChangesModule],
  controllers: [ExportsController],
  providers: [
    ExportsService,
    ExportsRepository,
    ExportedFiles,
    MemberDataRepository,
    { provide: ExportQueue, useFactory: () => new ExportQueue() },
  ],
})
export class ExportsModule {}
