import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { ProfileArchivesController } from './profile-archives.controller.js';
import { ProfileArchivesRepository } from './profile-archives.repository.js';
import { ProfileArchivesService } from './profile-archives.service.js';
import { ShownSnapshotsController } from './shown-snapshots.controller.js';

@Module({
  imports: [AccessModule, ChangesModule],
  controllers: [ProfileArchivesController, ShownSnapshotsController],
  providers: [ProfileArchivesService, ProfileArchivesRepository],
})
export class ProfileArchivesModule {}
